import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseScript } from '../tree/script-parser.ts';
import { traceScript } from './script-tracer.ts';

/** Rounds of a loop before the steps are used up; cheap loops reach the most effects that are kept. */
function roundsOf(start: string, body: string): number {
  const code = `${start}; for (var i = 0; ; i++) { location.href = 'round' + i; ${body} }`;
  const parsed = parseScript(code);
  assert.ok(parsed.kind === 'parsed', parsed.kind);
  const { effects } = traceScript(code, parsed.program, {
    steps: 1_000_000,
    characters: 60_000_000,
    elements: [],
    html: '',
  });
  return effects.length;
}

const repeated = (piece: string): string =>
  `var s = '${piece}'; for (var i = 0; i < 18; i++) s += s; s = s + ''`;
const long = `${repeated('a')}; var t = s.slice(1) + 'b'; t = t + ''`;
const digits = repeated('1');
const list = 'var a = Array(150000); function f() {}';

describe('script tracer: counted work', () => {
  it('counts cheap work by its statements', () => {
    assert.equal(roundsOf(long, 's.charAt(i)'), 600);
    assert.equal(roundsOf(list, 'a[i]'), 600);
  });

  const costly: readonly (readonly [start: string, body: string])[] = [
    [long, 's == t'],
    [long, 's === t'],
    [long, 's < t'],
    [long, 'switch (s) { case t: }'],
    [long, 's.startsWith(t)'],
    [long, 's.lastIndexOf(t)'],
    [long, 'document.write(s)'],
    [long, '({})[s.slice(i)]'],
    [long, '/a.*b.*c/.test(s)'],
    [`${long}; var a = Array(1000).fill(t)`, 'a.indexOf(s)'],
    [`${long}; var a = [s, t, s + 'c', t + 'd']`, 'a.sort()'],
    [digits, '+s'],
    [digits, 's * 1'],
    [digits, 'parseInt(s, 7)'],
    [digits, 'isNaN(s)'],
    [list, 'f.apply(f, a)'],
    [list, 'f.bind.apply(f, a)'],
    [list, 'Math.max.apply(null, a)'],
    ['', `eval('x' + i + '=' + 'y');`.repeat(20)],
    ['', `try { eval(')'); } catch (e) {}`.repeat(20)],
    [`function f(${Array.from({ length: 9000 }, (_, at) => `a${at}`)}) {}`, 'f()'],
  ];
  for (const [start, body] of costly) {
    it(`counts ${body.slice(0, 40)}`, () => assert.ok(roundsOf(start, body) < 550));
  }

  it('counts the search for a name through many scopes', () => {
    const start = `var c = '(function () { return eval(c) })', f = eval(c); for (var i = 0; i < 20_000; i++) f = f()`;
    assert.ok(roundsOf(start, '') < 550);
  });
});

describe('script tracer: functions of the language at their limits', () => {
  const scripts: Readonly<Record<string, string>> = {
    'texts longer than the language allows': `${long}; for (;;) s = s.concat(${'s,'.repeat(99)} s)`,
    'replacements that repeat the match': `${long}; for (;;) s = s.replace(/a/g, '$&$&$&$&')`,
    'replacements that repeat the text': `${long}; s.replace(/a/g, "$\`$'"); s.replaceAll('a', '$\`')`,
    'a text to search for that is too long for a pattern': `${long}; 'b'.replace(s, ''); 'b'.search(s); 'b'.match(s)`,
    'more arguments than the stack holds': `${list}; a.push.apply([], a); a.unshift.apply([], a); a.splice.apply([], a); Math.max.apply(0, a); String.fromCharCode.apply(0, a)`,
    'a list that is added to itself': `var a = [1]; for (;;) a.push.apply(a, a)`,
    'a pattern with many ways': `/${'a?'.repeat(30)}b/.test('${'a'.repeat(60)}'); /${'(a|aa)'.repeat(40)}b/.test('${'a'.repeat(60)}')`,
    'a pattern with long counts': `${long}; /${'a{3000}'.repeat(4)}b/.test(s)`,
    'a list of lists of lists': `var e = Array(64).fill(''), m = Array(60).fill(e); for (;;) +m`,
    'many callbacks': 'for (;;) setTimeout(function () {})',
  };
  for (const [what, code] of Object.entries(scripts)) {
    it(`traces ${what}`, () => assert.ok(roundsOf('', code) > 0));
  }
});
