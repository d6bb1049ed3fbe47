import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import type { RateLimit } from '../../contracts/rate-questions.ts';
import { RateCounters, type RateCountersOptions } from './rate-counters.ts';

const limit: RateLimit = { periodMs: 10_000, requests: 5, timeoutMs: 0 };
const long: RateLimit = { ...limit, timeoutMs: 60_000 };
/** Fewer counters than there are in a process, and more keys than there are counters for. */
const KEYS = 2_000;
const FLOOD = 2_001;
const RULE = 'r'.repeat(32);

/** Counters with a clock that the test sets. */
function countersOf(options: Pick<RateCountersOptions, 'maxKeys'> = { maxKeys: KEYS }) {
  const state = { now: 0, shared: 0 };
  const counters = new RateCounters({
    ...options,
    now: () => state.now,
    onShared: () => {
      state.shared += 1;
    },
  });
  const count = (key: string, times: number, of = limit) => {
    for (let n = 0; n < times; n++) counters.count(key, of);
  };
  const flood = (keys: number, of = limit, rule = RULE) => {
    for (let n = 0; n < keys; n++) counters.count(`${rule}\nflood ${n}`, of);
  };
  return { counters, state, count, flood };
}

describe('rate counters', () => {
  it('allow as many requests as the limit', () => {
    const { counters, count } = countersOf();
    count('a', 5);
    assert.equal(counters.isOver('a', limit), false);
    assert.equal(counters.isOver('a', limit, 1), true);
    count('a', 1);
    assert.equal(counters.isOver('a', limit), true);
    assert.equal(counters.isOver('b', limit), false);
  });

  it('decrease in the course of the next window, not at its start', () => {
    const { counters, state, count } = countersOf();
    const isOverAt = (now: number) => {
      state.now = now;
      return counters.isOver('a', limit);
    };
    state.now = 9_000;
    count('a', 10);
    assert.deepEqual([18_000, 20_000, 24_500, 60_000].map(isOverAt), [true, true, false, false]);
  });

  it('keep a key limited for the timeout', () => {
    const { counters, state, count } = countersOf();
    count('a', 6);
    assert.equal(counters.isOver('a', long), true);
    state.now = 59_999;
    assert.equal(counters.isOver('a', long), true);
    state.now = 60_000;
    assert.equal(counters.isOver('a', long), false);
  });

  describe('under a flood of keys', () => {
    for (const [what, of] of [
      ['for a time', long],
      ['while they are over', limit],
    ] as const) {
      it(`keep a visitor limited ${what} (200,001 other keys evicted the limit)`, () => {
        const { counters, count, flood } = countersOf({});
        count(`${RULE}\nvisitor`, 6, of);
        assert.equal(counters.isOver(`${RULE}\nvisitor`, of), true);
        flood(200_001, of);
        assert.equal(counters.isOver(`${RULE}\nvisitor`, of), true);
      });
    }

    it('limit a visitor that arrives later, and hardly any other', () => {
      const { counters, state, count, flood } = countersOf();
      flood(FLOOD);
      assert.ok(state.shared > 0);
      count(`${RULE}\nheavy`, 5);
      assert.equal(counters.isOver(`${RULE}\nheavy`, long, 1), true);
      state.now = 59_999;
      assert.equal(counters.isOver(`${RULE}\nheavy`, long), true);
      state.now = 0;
      const light = Array.from({ length: 1_000 }, (_, n) => `${RULE}\nlight ${n}`);
      for (const key of light) count(key, 3);
      const wrong = light.filter((key) => counters.isOver(key, limit)).length;
      assert.ok(wrong < 10, `${wrong} of 1,000`);
    });

    it('keep shared counts when there is space again', () => {
      const { counters, state, count, flood } = countersOf();
      flood(FLOOD, { ...limit, periodMs: 4_000 });
      state.now = 7_999;
      const before = state.shared;
      count(`${RULE}\nvisitor`, 4);
      const { shared } = state;
      assert.equal(shared, before + 4);
      // The flood has expired, so that the fifth request has a counter of its own.
      state.now = 8_001;
      for (let n = 0; n < KEYS / 2; n++) counters.count(`new ${n}`, limit);
      count(`${RULE}\nvisitor`, 1);
      assert.equal(state.shared, shared);
      assert.equal(counters.isOver(`${RULE}\nvisitor`, limit, 1), true);
    });

    it('of one rule do not affect the counters of other rules', () => {
      const { state, count, flood } = countersOf();
      flood(FLOOD);
      const { shared } = state;
      for (let n = 0; n < KEYS / 2; n++) count(`${'other'.padEnd(32)}\n${n}`, 1);
      assert.equal(state.shared, shared);
    });

    it('never count too few, whatever other keys are counted', () => {
      const { counters, state, flood } = countersOf();
      flood(FLOOD, { ...limit, periodMs: 1e9 });
      const rule = { ...limit, requests: 1_000_000 };
      const keys = fc.constantFrom(...['a', 'b', 'c', 'd', 'e'].map((name) => `${RULE}\n${name}`));
      const steps = fc.array(fc.tuple(keys, fc.nat(50)), { minLength: 1, maxLength: 40 });
      let start = 0;
      fc.assert(
        fc.property(steps, (counted) => {
          // Another window for each run.
          start += 2 * limit.periodMs;
          state.now = start;
          state.shared = 0;
          const totals = new Map<string, number>();
          for (const [key, weight] of counted) {
            counters.count(key, rule, weight);
            totals.set(key, (totals.get(key) ?? 0) + weight);
          }
          for (const [key, total] of totals) {
            assert.equal(counters.isOver(key, { ...rule, requests: total - 0.5 }), true);
          }
          assert.equal(state.shared, counted.length);
        }),
      );
    });
  });

  describe('of several processes', () => {
    it('add up, and are sent once', () => {
      const [one, two] = [countersOf(), countersOf()];
      one.count('a', 3);
      two.count('a', 3);
      one.counters.merge(two.counters.drain() ?? assert.fail());
      two.counters.merge(one.counters.drain() ?? assert.fail());
      for (const { counters } of [one, two]) {
        assert.equal(counters.isOver('a', limit), true);
        assert.equal(counters.drain(), undefined);
      }
    });

    it('share limited keys, for the remaining time', () => {
      const [one, two] = [countersOf(), countersOf()];
      one.count('a', 6, long);
      assert.equal(one.counters.isOver('a', long), true);
      one.state.now = 20_000;
      // The clocks of two processes differ.
      two.state.now = 5_000_000;
      const { limited } = one.counters.drain() ?? assert.fail();
      assert.deepEqual(limited, [['a', 40_000]]);
      two.counters.merge({ limited, counts: [] });
      two.state.now += 39_999;
      assert.equal(two.counters.isOver('a', long), true);
      two.state.now += 1;
      assert.equal(two.counters.isOver('a', long), false);
      assert.equal(two.counters.drain(), undefined);
    });

    it('delay counts that are small relative to the limit, and drop them after their period', () => {
      const { counters, state, count } = countersOf();
      const high = { ...limit, requests: 6_400 };
      count('a', 99, high);
      assert.equal(counters.drain(), undefined);
      count('a', 1, high);
      assert.deepEqual(counters.drain()?.counts, [['a', 100, 10_000]]);
      count('a', 99, high);
      state.now = 10_000;
      assert.equal(counters.drain(), undefined);
      count('a', 1, high);
      assert.equal(counters.drain(), undefined);
    });

    it('send a bounded number of keys, those close to their limit first (an update with 200,000 keys had 12.5 MB)', () => {
      const { counters, count, flood } = countersOf({});
      flood(4_000);
      count(`${RULE}\nheavy`, 4);
      flood(50_000);
      const updates = counters.drain() ?? assert.fail();
      assert.equal(updates.counts.length, 1_024);
      assert.deepEqual(updates.counts[0], [`${RULE}\nheavy`, 4, 10_000]);
      assert.ok(serialize(updates).length < 128 * 1024);
    });

    it('limit a visitor that alternates between them, also under a flood of other keys', () => {
      const processes = Array.from({ length: 3 }, () => countersOf());
      const rule = { ...limit, requests: 30 };
      let passed = 0;
      // 3 s in steps of 250 ms. In each, every process sees 1,500 new keys, and the visitor twice.
      for (let step = 0; step < 12; step++) {
        for (const [n, { counters, state }] of processes.entries()) {
          state.now = step * 250;
          for (let key = 0; key < 1_500; key++)
            counters.count(`${RULE}\n${n} ${step} ${key}`, rule);
          for (let visit = 0; visit < 2; visit++) {
            if (counters.isOver(`${RULE}\nvisitor`, rule, 1)) continue;
            counters.count(`${RULE}\nvisitor`, rule);
            passed += 1;
          }
        }
        for (const { counters } of processes) {
          const updates = counters.drain() ?? assert.fail();
          for (const other of processes)
            if (other.counters !== counters) other.counters.merge(updates);
        }
      }
      // One round of updates late at most: two visits to each of three processes.
      assert.ok(passed >= 30 && passed <= 36, `${passed} passed`);
    });

    it('send the rest later', () => {
      const { counters, count } = countersOf();
      for (let n = 0; n < 2_000; n++) count(`key ${n}`, 1);
      const sent = [counters.drain(), counters.drain(), counters.drain()];
      assert.deepEqual(
        sent.map((updates) => updates?.counts.length),
        [1_024, 976, undefined],
      );
    });
  });

  it('return the exact time until the next request is allowed', () => {
    const steps = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 9_000 }),
        times: fc.integer({ max: 9, min: 0 }),
      }),
      { maxLength: 8 },
    );
    const rules = fc.constantFrom<RateLimit>(limit, long, { ...limit, requests: 1 });
    fc.assert(
      fc.property(steps, rules, (visits, rule) => {
        const { counters, state, count } = countersOf();
        for (const { after, times } of visits) {
          state.now += after;
          count('a', times, rule);
        }
        if (!counters.isOver('a', rule, 1)) return;
        const wait = counters.waitMs('a', rule);
        const from = state.now;
        for (let ms = 0; ms < wait - 1; ms += 1_000) {
          state.now = from + ms;
          assert.equal(counters.isOver('a', rule, 1), true);
        }
        state.now = from + wait + 0.001;
        assert.equal(counters.isOver('a', rule, 1), false);
      }),
    );
  });

  it('of one rule do not limit visitors of another, however many keys there are (rules shared counts)', () => {
    const rates = new RateCounters({ maxKeys: 100, now: () => 0 });
    const limit = { periodMs: 60_000, requests: 1, timeoutMs: 3_600_000 };
    const keyOf = (rule: string, n: number) => `${rule.repeat(32)} ${n}`;
    for (let n = 0; n < 50_000; n++) {
      rates.count(keyOf('a', n), limit, 2);
      rates.isOver(keyOf('a', n), limit);
    }
    for (let n = 0; n < 1_000; n++) assert.equal(rates.isOver(keyOf('b', n), limit, 1), false);
  });
});
