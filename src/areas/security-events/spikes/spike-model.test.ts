import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baselineStart, spikeOf } from './spike-model.ts';

const buckets = (count: (n: number) => number) => Array.from({ length: 72 }, (_, n) => count(n));
/** Goes up and down by a tenth, as traffic does. */
const uneven = (level: number) => buckets((n) => level + (n % 2 === 0 ? 1 : -1) * (level / 10));

const table: readonly [what: string, count: number, baseline: number[], isSpike: boolean][] = [
  ['a burst after nothing', 200, buckets(() => 0), true],
  ['too few events, however unusual', 199, buckets(() => 0), false],
  ['a burst after a few events', 500, uneven(20), true],
  ['a steady level', 1_000, buckets(() => 1_000), false],
  ['an uneven level', 1_100, uneven(1_000), false],
  ['what independent events do by chance', 1_100, buckets(() => 1_000), false],
  ['a burst over a steady level', 1_120, buckets(() => 1_000), true],
  ['slow growth', 1_020, buckets((n) => 300 + n * 10), false],
  ['a further burst like one before', 5_000, buckets((n) => (n === 40 ? 5_000 : 100)), true],
  ['half of the time busy', 5_000, buckets((n) => (n % 2) * 5_000), false],
  ['fewer than usual', 300, uneven(10_000), false],
];

describe('a spike', () => {
  for (const [what, count, baseline, isSpike] of table) {
    it(`is ${isSpike ? '' : 'not '}${what}`, () => {
      assert.equal(spikeOf(count, baseline) !== undefined, isSpike);
    });
  }

  it('has figures', () => {
    assert.deepEqual(spikeOf(300, [0, 0, 0]), { count: 300, mean: 0, zScore: 300 });
    assert.deepEqual(spikeOf(400, [100, 100]), { count: 400, mean: 100, zScore: 30 });
  });

  it('is compared with six hours, or with what there is since the zone exists', () => {
    const hour = 3_600_000;
    const start = (createdAt: number) => baselineStart(10 * hour, createdAt);
    assert.equal(start(0), 4 * hour);
    assert.equal(start(8 * hour + 1), 8 * hour + 300_000);
    assert.equal(start(9 * hour), 9 * hour);
    assert.equal(start(9 * hour + 1), undefined);
    assert.equal(start(11 * hour), undefined);
  });
});
