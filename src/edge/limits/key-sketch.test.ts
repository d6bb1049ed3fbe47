import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { KeySketch } from './key-sketch.ts';

describe('KeySketch', () => {
  it('never returns less than a key was raised to, however few cells there are', () => {
    const raised = fc.array(fc.tuple(fc.string(), fc.nat(1_000_000)), { maxLength: 200 });
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 16, 256), raised, (cells, numbers) => {
        const sketch = new KeySketch(cells);
        const highest = new Map<string, number>();
        for (const [key, number] of numbers) {
          sketch.raise(key, number);
          highest.set(key, Math.max(number, highest.get(key) ?? 0));
        }
        for (const [key, number] of highest) assert.ok(sketch.read(key) >= number);
      }),
    );
  });

  it('distinguishes keys as long as there are more cells than keys', () => {
    const sketch = new KeySketch(2 ** 16);
    for (let n = 0; n < 5_000; n++) sketch.raise(`heavy ${n}`, 1_000);
    const mistaken = Array.from({ length: 5_000 }, (_, n) => sketch.read(`light ${n}`));
    const wrong = mistaken.filter((number) => number > 0).length;
    assert.ok(wrong < 50, `${wrong} of 5,000`);
  });

  it('keeps numbers within its cells', () => {
    const sketch = new KeySketch(16);
    sketch.raise('a', 10 ** 12);
    assert.equal(sketch.read('a'), 2 ** 32 - 1);
  });
});
