import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readAttributes } from './html-attributes.ts';

const pairsIn = (text: string): string[] =>
  readAttributes(text, 0).list.map(({ name, value }) => `${name}=${value}`);

describe('the attributes of a tag', () => {
  for (const [text, expected] of [
    [' a=1 b="2 3" c=\'4">\'>', ['a=1', 'b=2 3', 'c=4">']],
    ['/a=1//b=2/>', ['a=1//b=2/']],
    [' a = 1\n=2 b>', ['a=1']],
    [' a="1"b=2>c=3', ['a=1', 'b=2']],
    [' A\x01b\x00\x0b=\x02"x"', ['ab=x']],
    [' a=`x y` b=`z>', ['a=x y', 'b=`z']],
    [' a=&lt;&#x41;&#66>', ['a=<AB']],
    [' a="x', ['a=x']],
    [' a <b c=1>', []],
    [' "a=1>', ['a=1']],
  ] as const) {
    it(`of ${JSON.stringify(text)}`, () => assert.deepEqual(pairsIn(text), [...expected]));
  }

  it('have a disguise where references stand for letters', () => {
    const isDisguised = (text: string) => readAttributes(text, 0).list[0]?.isDisguised;
    assert.equal(isDisguised('a=&#97;'), true);
    assert.equal(isDisguised('a=&#x4A'), true);
    assert.equal(isDisguised('a=&#970;&#39;&amp;&#x2019;'), false);
  });

  it('end within any text', () => {
    const piece = fc.constantFrom(...' \t/=>"\'`<&\x00'.split(''), 'a', 'on', '&#1');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const { end, isClosed } = readAttributes(text, 0);
        assert.ok(end <= text.length && (isClosed ? text.charAt(end - 1) === '>' : true));
      }),
    );
  });
});
