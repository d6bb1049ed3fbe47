import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashText } from '../../kernel/hash-text.ts';
import { byHash, byWeight } from './hash.ts';

const entries = ['a', 'b', 'c', 'd'].map((name) => ({ name, hashSeed: hashText(name) }));
const keys = Array.from({ length: 10_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
const even = () => 1;

describe('choice by hash', () => {
  it('is the same every time', () => {
    for (const key of keys.slice(0, 100)) {
      assert.equal(byHash(key, entries, even), byHash(key, [...entries].reverse(), even));
    }
  });

  it('distributes similar keys by weight', () => {
    const weights: Record<string, number> = { a: 0.5, b: 0.25, c: 0.25, d: 0 };
    const weight = ({ name }: { name: string }) => weights[name] ?? 0;
    for (const { name } of entries) {
      const share = keys.filter((key) => byHash(key, entries, weight)?.name === name).length;
      assert.ok(Math.abs(share / keys.length - (weights[name] ?? 0)) < 0.02, `${name} ${share}`);
    }
  });

  it('moves only the keys of an entry that is removed', () => {
    const left = entries.slice(1);
    for (const key of keys.slice(0, 1_000)) {
      const before = byHash(key, entries, even);
      if (before?.name !== 'a') assert.equal(byHash(key, left, even), before);
    }
  });

  it('is undefined without entries', () => {
    assert.equal(byHash('key', [], even), undefined);
  });
});

describe('choice by weight', () => {
  const weights = [0, 0.25, 0.75, 0];
  const pick = (random: number) =>
    byWeight(
      [0, 1, 2, 3],
      (n) => weights[n] ?? 0,
      () => random,
    );

  it('follows the weights and never chooses an entry without weight', () => {
    assert.deepEqual([0, 0.2, 0.25, 0.9, 0.999_999].map(pick), [1, 1, 2, 2, 2]);
  });

  it('chooses the last entry with a weight after rounding errors', () => {
    assert.equal(pick(1), 2);
  });

  it('is even when all weights are 0', () => {
    assert.equal(
      byWeight(
        ['a', 'b'],
        () => 0,
        () => 0.6,
      ),
      'b',
    );
  });

  it('chooses the only entry, whatever its weight, and none without entries', () => {
    assert.equal(
      byWeight(
        ['a'],
        () => 0,
        () => 0.5,
      ),
      'a',
    );
    assert.equal(
      byWeight(
        [],
        () => 1,
        () => 0.5,
      ),
      undefined,
    );
  });
});
