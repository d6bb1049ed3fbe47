import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { originKey, type Pool } from '../pools/pool-model.ts';
import { samplePool, sampleResult } from './fixtures/sample-pool.ts';
import {
  type HealthByOrigin,
  isPoolHealthy,
  nextOriginHealth,
  nextRound,
  type OriginHealth,
  poolState,
  type Thresholds,
} from './health-model.ts';

const atOnce: Thresholds = { consecutiveUp: 0, consecutiveDown: 0 };

function after(results: readonly boolean[], thresholds: Thresholds): OriginHealth | undefined {
  let health: OriginHealth | undefined;
  for (const result of results) {
    health = nextOriginHealth(health, sampleResult(result), thresholds);
  }
  return health;
}

/** `+` up, `-` down, `?` unknown. */
function known(pool: Pool, states: string): HealthByOrigin {
  const byState = { '+': [true], '-': [false], '?': [] as boolean[] };
  const entries = pool.origins.flatMap((origin, n) => {
    const health = after(byState[states[n] as '+'], atOnce);
    return health ? [[originKey(origin), health] as const] : [];
  });
  return new Map(entries);
}

describe('health of an origin', () => {
  it('follows every result at once with a threshold of 0 or 1', () => {
    for (const consecutive of [0, 1]) {
      const thresholds = { consecutiveUp: consecutive, consecutiveDown: consecutive };
      assert.equal(after([true], thresholds)?.healthy, true);
      assert.equal(after([true, false], thresholds)?.healthy, false);
      assert.equal(after([false, true], thresholds)?.healthy, true);
    }
  });

  it('is unknown until enough results in a row agree', () => {
    const thresholds = { consecutiveUp: 3, consecutiveDown: 2 };
    assert.equal(after([true, true], thresholds)?.healthy, undefined);
    assert.equal(after([true, true, true], thresholds)?.healthy, true);
    assert.equal(after([true, true, true, false, true], thresholds)?.healthy, true);
    assert.equal(after([true, true, true, false, false], thresholds)?.healthy, false);
    assert.equal(after([false], thresholds)?.healthy, undefined);
  });

  it('is the same as computed from the whole history of results', () => {
    const threshold = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30, size: 'max' }),
        threshold,
        threshold,
        (results, consecutiveUp, consecutiveDown) => {
          const thresholds = { consecutiveUp, consecutiveDown };
          assert.equal(after(results, thresholds)?.healthy, naiveHealth(results, thresholds));
        },
      ),
    );
  });

  it('averages the round trips of probes that passed', () => {
    let health = nextOriginHealth(undefined, sampleResult(true, 100), atOnce);
    assert.equal(health.averageMs, 100);
    health = nextOriginHealth(health, sampleResult(true, 200), atOnce);
    assert.equal(health.averageMs, 130);
    health = nextOriginHealth(health, sampleResult(false, 1), atOnce);
    assert.equal(health.averageMs, 130);
  });
});

/** The reference implementation: the latest run of equal results that is long enough decides. */
function naiveHealth(results: readonly boolean[], thresholds: Thresholds): boolean | undefined {
  for (let end = results.length; end > 0; end--) {
    const value = results[end - 1] as boolean;
    const needed = Math.max(1, value ? thresholds.consecutiveUp : thresholds.consecutiveDown);
    const run = results.slice(Math.max(0, end - needed), end);
    if (run.length === needed && run.every((result) => result === value)) return value;
  }
  return undefined;
}

describe('state of a pool', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['??', 1, 'unknown'],
    ['++', 1, 'healthy'],
    ['+-', 1, 'degraded'],
    ['+?', 1, 'degraded'],
    ['+-', 2, 'critical'],
    ['--', 1, 'critical'],
    ['-?', 1, 'critical'],
    ['+++-', 3, 'degraded'],
    ['++--', 3, 'critical'],
    ['--', 0, 'degraded'],
    ['', 1, 'unknown'],
  ];
  for (const [states, minimum, expected] of cases) {
    it(`is ${expected} with origins "${states}" of which ${minimum} must be up`, () => {
      const pool = samplePool(
        [...states].map((_, n) => `o${n}`),
        { minimum_origins: minimum },
      );
      assert.equal(poolState(pool, known(pool, states)), expected);
    });
  }

  it('does not count disabled origins', () => {
    const origins = [
      { name: 'o0', address: '192.0.2.0' },
      { name: 'o1', address: '192.0.2.1', enabled: false },
    ];
    const pool = samplePool(['o0', 'o1'], { origins });
    assert.equal(poolState(pool, known(pool, '+-')), 'healthy');
    assert.equal(poolState(pool, known(pool, '-+')), 'critical');
  });

  it('is up unless it is critical', () => {
    assert.equal(isPoolHealthy('healthy'), true);
    assert.equal(isPoolHealthy('degraded'), true);
    assert.equal(isPoolHealthy('critical'), false);
    assert.equal(isPoolHealthy('unknown'), undefined);
  });
});

describe('a round of probes', () => {
  const pool = samplePool(['a', 'b']);
  const [a = '', b = ''] = pool.origins.map(originKey);

  function round(before: HealthByOrigin, results: Record<string, ProbeResult>) {
    return nextRound(pool, before, new Map(Object.entries(results)), atOnce);
  }

  it('reports what changed', () => {
    const first = round(new Map(), { [a]: sampleResult(true), [b]: sampleResult(false) });
    assert.deepEqual(
      first.changes.map(({ origin, was, now }) => [origin.name, was, now.healthy]),
      [
        ['a', undefined, true],
        ['b', undefined, false],
      ],
    );
    assert.equal(first.poolHealthy, true);
    assert.equal(first.mustAnnounce, true);
    const same = round(first.origins, { [a]: sampleResult(true), [b]: sampleResult(false) });
    assert.equal(same.mustAnnounce, false);
    const down = round(same.origins, { [a]: sampleResult(false), [b]: sampleResult(false) });
    assert.equal(down.changes[0]?.was, true);
    assert.equal(down.poolHealthy, false);
    assert.equal(down.mustAnnounce, true);
  });

  it('forgets origins that were removed', () => {
    const first = round(new Map(), { [a]: sampleResult(true), [b]: sampleResult(true) });
    const smaller = samplePool(['a']);
    const next = nextRound(smaller, first.origins, new Map([[a, sampleResult(true)]]), atOnce);
    assert.deepEqual([...next.origins.keys()], [a]);
  });

  it('announces round trips again once they changed by a fifth and by a millisecond', () => {
    const announcements = (startMs: number, ...laterMs: number[]) => {
      let { origins } = round(new Map(), { [a]: sampleResult(true, startMs) });
      return laterMs.map((ms) => {
        const next = round(origins, { [a]: sampleResult(true, ms) });
        origins = next.origins;
        return next.mustAnnounce;
      });
    };
    assert.deepEqual(announcements(100, 110), [false]);
    assert.deepEqual(announcements(100, 200), [true]);
    assert.deepEqual(announcements(0.5, 3), [false]);
    // Small changes add up: they are compared with the announced value, not with the previous round.
    assert.deepEqual(announcements(100, 140, 140, 140, 140), [false, true, false, false]);
  });
});
