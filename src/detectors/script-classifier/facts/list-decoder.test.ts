import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCode } from '../fixtures/read-code.ts';
import { decodedItems } from './list-decoder.ts';

const words = ['cookie', 'value', 'sendBeacon', 'querySelector', 'stringify'];
const upperFirst = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (it) => {
    const at = upperFirst.indexOf(it);
    return upperFirst[(at + 26) % 52] ?? it;
  });

function decoded(items: readonly unknown[]): string[] {
  const { tree } = readCode(JSON.stringify(items));
  const node = tree.node(tree.ofType('ArrayExpression')[0] ?? -1);
  assert.ok(node?.type === 'ArrayExpression');
  return decodedItems(node);
}

describe('items of an encoded array', () => {
  const encoded = words.map((word) => btoa(word));

  it('are decoded', () => assert.deepEqual(decoded(encoded), words));

  it('are decoded with the alphabet that begins with lower-case letters', () => {
    assert.deepEqual(decoded(encoded.map(swapCase)), words);
  });

  it('may be mixed with other strings', () => {
    assert.deepEqual(decoded([...encoded, '0x1', 2, '{}']), words);
  });

  const others: Readonly<Record<string, readonly unknown[]>> = {
    'in short arrays': encoded.slice(0, 4),
    'that are plain texts': ['first name', 'second name', 'a', 'b-c', 'd e f', 'g'],
    'that are binary': words.map((_, at) => Buffer.from([0, 1, at, 255]).toString('base64')),
    'that are fewer than half of all': [...encoded, ...Array(6).fill('plain text')],
  };
  for (const [which, items] of Object.entries(others)) {
    it(`are not decoded ${which}`, () => assert.deepEqual(decoded(items), []));
  }
});
