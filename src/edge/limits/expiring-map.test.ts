import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExpiringMap } from './expiring-map.ts';

function mapOf(capacity: number, groupCapacity = capacity) {
  return new ExpiringMap<number>({
    capacity,
    groupCapacity,
    groupOf: (key) => key.slice(0, 1),
    isExpired: (until, now) => until <= now,
  });
}

describe('ExpiringMap', () => {
  it('keeps its entries while it is full, and refuses new keys', () => {
    const map = mapOf(2);
    assert.deepEqual(
      [map.set('a', 10, 0), map.set('b', 10, 0), map.set('c', 10, 0)],
      [true, true, false],
    );
    assert.equal(map.set('a', 20, 0), true);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [20, 10, undefined]);
  });

  it('replaces expired keys by new ones', () => {
    const map = mapOf(100);
    for (let n = 0; n < 100; n++) map.set(`${n}`, n < 50 ? 10 : 1_000, 0);
    for (let n = 0; n < 100; n++) map.set(`new ${n}`, 1_000, 20);
    assert.equal(map.size, 100);
    assert.equal(map.get('99'), 1_000);
    assert.equal(map.get('0'), undefined);
  });

  it('shrinks again after a flood', () => {
    const map = mapOf(10_000);
    for (let n = 0; n < 10_000; n++) map.set(`flood ${n}`, 10, 0);
    for (let n = 0; n < 10_100; n++) map.set(`later ${n % 50} ${n}`, 21 + n, 20 + n);
    assert.ok(map.size < 100, `${map.size}`);
  });

  it('limits the entries of one group', () => {
    const map = mapOf(100, 60);
    const taken = (group: string) =>
      Array.from({ length: 100 }, (_, n) => map.set(`${group} ${n}`, 10, 0)).filter(Boolean).length;
    assert.deepEqual([taken('a'), taken('b')], [60, 40]);
    // Expired entries do not count.
    for (let n = 0; n < 300; n++) map.set(`c ${n % 50}`, 1_000, 20);
    assert.equal(map.set('a again', 1_000, 20), true);
  });
});
