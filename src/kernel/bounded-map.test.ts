import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BoundedMap } from './bounded-map.ts';

function filled(capacity: number, ...keys: string[]): BoundedMap<string, number> {
  const map = new BoundedMap<string, number>(capacity);
  for (const [n, key] of keys.entries()) map.set(key, n);
  return map;
}

describe('BoundedMap', () => {
  it('evicts the least recently used entries when it is full', () => {
    const map = filled(4, 'a', 'b', 'c', 'd', 'e', 'f');
    assert.ok(map.size <= 4);
    assert.deepEqual([map.get('a'), map.get('b')], [undefined, undefined]);
    assert.deepEqual([map.get('e'), map.get('f')], [4, 5]);
  });

  it('keeps an entry that is read again and again', () => {
    const map = filled(4, 'a');
    for (let n = 0; n < 100; n++) {
      map.set(`other ${n}`, n);
      assert.equal(map.get('a'), 0);
    }
  });

  it('keeps the latest value of a key', () => {
    const map = filled(4, 'a', 'b', 'a');
    assert.equal(map.get('a'), 2);
    map.set('a', 7);
    assert.equal(map.get('a'), 7);
  });

  it('deletes one entry, or all', () => {
    const map = filled(10, 'a', 'b', 'c');
    map.delete('b');
    map.delete('never there');
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [0, undefined, 2]);
    map.clear();
    assert.deepEqual([map.size, map.get('a')], [0, undefined]);
  });

  it('never exceeds its capacity and keeps at least its most recent half, for any sequence of calls', () => {
    const step = fc.record({
      key: fc.nat(8),
      kind: fc.constantFrom('get', 'set', 'set', 'delete'),
    });
    const runs = fc.tuple(
      fc.integer({ min: 1, max: 8 }),
      fc.array(step, { maxLength: 60, size: 'max' }),
    );
    fc.assert(
      fc.property(runs, ([capacity, steps]) => {
        const map = new BoundedMap<number, number>(capacity);
        const latest = new Map<number, number>();
        // Keys that must be in the map, the most recently used last.
        let kept: number[] = [];
        for (const [value, { key, kind }] of steps.entries()) {
          const found = kind === 'get' ? map.get(key) : undefined;
          if (kind === 'set') map.set(key, value);
          if (kind === 'delete') map.delete(key);
          if (found !== undefined) assert.equal(found, latest.get(key));
          else if (kind === 'get') assert.ok(!kept.includes(key), `${key} was lost`);
          if (kind === 'set') latest.set(key, value);
          if (kind === 'delete') latest.delete(key);
          if (kind !== 'get' || found !== undefined) kept = kept.filter((other) => other !== key);
          if (kind === 'set' || found !== undefined) kept.push(key);
          kept = kept.slice(-Math.max(1, Math.floor(capacity / 2)));
          assert.ok(map.size <= capacity);
        }
        for (const key of kept) assert.equal(map.get(key), latest.get(key));
      }),
      { numRuns: 500 },
    );
  });
});
