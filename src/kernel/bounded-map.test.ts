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
  it('drops the entry that was set first when it is full', () => {
    const map = filled(2, 'a', 'b', 'c');
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [undefined, 1, 2]);
    assert.equal(map.size, 2);
  });

  it('keeps an entry that was read lately', () => {
    const map = filled(2, 'a', 'b');
    map.get('a');
    map.set('c', 9);
    assert.deepEqual([map.get('a'), map.get('b')], [0, undefined]);
  });

  it('keeps an entry that was set again lately, with its new value', () => {
    const map = filled(2, 'a', 'b');
    map.set('a', 7);
    map.set('c', 9);
    assert.deepEqual([map.get('a'), map.get('b')], [7, undefined]);
  });

  it('forgets one entry, or all', () => {
    const map = filled(3, 'a', 'b', 'c');
    map.delete('b');
    map.delete('never there');
    assert.deepEqual([...map.values()], [0, 2]);
    map.clear();
    assert.equal(map.size, 0);
  });

  it('keeps the most recently used keys, whatever is done to it', () => {
    const step = fc.record({
      key: fc.nat(8),
      kind: fc.constantFrom('get', 'set', 'delete'),
    });
    const runs = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }));
    fc.assert(
      fc.property(runs, ([capacity, steps]) => {
        const map = new BoundedMap<number, number>(capacity);
        // The model: keys with the most recently used last.
        let model: number[] = [];
        for (const { key, kind } of steps) {
          const known = model.includes(key);
          if (kind === 'get') assert.equal(map.get(key), known ? key : undefined);
          else if (kind === 'set') map.set(key, key);
          else map.delete(key);
          if (kind === 'set' || known) model = model.filter((other) => other !== key);
          if (kind === 'set' || (kind === 'get' && known)) model.push(key);
          model = model.slice(-capacity);
          assert.deepEqual([...map.values()], model);
        }
      }),
    );
  });
});
