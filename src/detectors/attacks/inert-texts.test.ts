import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InertTexts } from './inert-texts.ts';

describe('texts without anything', () => {
  it('are known until two generations of others have come', () => {
    const texts = new InertTexts(2);
    texts.add('a');
    assert.ok(texts.has('a') && !texts.has('b'));
    for (const text of ['b', 'c', 'd']) texts.add(text);
    assert.ok(texts.has('a'), 'it is in the previous generation, and looking it up renews it');
    for (const text of ['e', 'f', 'g', 'h', 'i']) texts.add(text);
    assert.ok(!texts.has('a'));
  });

  it('are not long', () => {
    const texts = new InertTexts(2);
    texts.add('x'.repeat(301));
    assert.ok(!texts.has('x'.repeat(301)));
  });
});
