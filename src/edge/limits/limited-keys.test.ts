import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LimitedKeys } from './limited-keys.ts';

function keysOf(capacity: number) {
  const counted = { shared: 0 };
  const keys = new LimitedKeys({
    capacity,
    groupCapacity: capacity,
    groupOf: () => '',
    onShared: () => {
      counted.shared += 1;
    },
  });
  return { keys, counted };
}

describe('LimitedKeys', () => {
  it('holds a key until its limit expires', () => {
    const { keys } = keysOf(10);
    keys.add('a', 1_000, 0);
    keys.add('a', 500, 0);
    assert.deepEqual(
      [keys.has('a', 999), keys.has('a', 1_000), keys.has('b', 0)],
      [true, false, false],
    );
  });

  it('holds every key, however many others are added', () => {
    const { keys, counted } = keysOf(1_000);
    const all = Array.from({ length: 20_000 }, (_, n) => `key ${n}`);
    for (const key of all) keys.add(key, 60_000, 0);
    assert.equal(counted.shared, 19_000);
    assert.ok(all.every((key) => keys.has(key, 59_999)));
    const others = Array.from({ length: 1_000 }, (_, n) => keys.has(`other ${n}`, 0));
    assert.ok(others.filter(Boolean).length < 10);
    assert.ok(all.every((key) => !keys.has(key, 60_000)));
  });

  it('accepts new keys when old ones have expired', () => {
    const { keys, counted } = keysOf(1_000);
    for (let n = 0; n < 1_000; n++) keys.add(`key ${n}`, 10_000, 0);
    for (let n = 0; n < 500; n++) keys.add(`new ${n}`, 20_000, 10_000);
    assert.equal(counted.shared, 0);
  });
});
