import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateCounters } from './rate-counters.ts';

const limit = { periodMs: 10_000, requests: 5, timeoutMs: 0 };

function counted(counters: RateCounters, key: string, times: number, at: number): void {
  for (let n = 0; n < times; n++) counters.count(key, limit.periodMs, at);
}

describe('rate counters', () => {
  it('let through as many as the limit, and no more', () => {
    const counters = new RateCounters();
    counted(counters, 'a', 5, 0);
    assert.equal(counters.isOver('a', limit, 0), false);
    counted(counters, 'a', 1, 0);
    assert.equal(counters.isOver('a', limit, 0), true);
    assert.equal(counters.isOver('b', limit, 0), false);
  });

  it('forget in the course of the next window, not at its beginning', () => {
    const counters = new RateCounters();
    counted(counters, 'a', 10, 9_000);
    assert.equal(counters.isOver('a', limit, 18_000), true);
    assert.equal(counters.isOver('a', limit, 20_000), true);
    assert.equal(counters.isOver('a', limit, 24_500), false);
    assert.equal(counters.isOver('a', limit, 60_000), false);
  });

  it('keep a key limited for as long as it is said', () => {
    const counters = new RateCounters();
    const long = { ...limit, timeoutMs: 60_000 };
    counted(counters, 'a', 6, 0);
    assert.equal(counters.isOver('a', long, 0), true);
    assert.equal(counters.isOver('a', long, 59_999), true);
    assert.equal(counters.isOver('a', long, 60_000), false);
  });

  it('count what other processes tell, and tell them only what is their own', () => {
    const [one, two] = [new RateCounters(), new RateCounters()];
    counted(one, 'a', 3, 0);
    counted(two, 'a', 3, 0);
    one.merge(two.takeDeltas(), 0);
    two.merge(one.takeDeltas(), 0);
    for (const counters of [one, two]) {
      assert.equal(counters.isOver('a', limit, 0), true);
      assert.deepEqual(counters.takeDeltas(), []);
    }
  });

  it('stay bounded under a flood of keys', () => {
    const counters = new RateCounters();
    for (let n = 0; n < 500_000; n++) counters.count(`key ${n}`, limit.periodMs, 0);
    assert.ok(counters.size <= 200_000);
    assert.ok(counters.takeDeltas().length <= 200_000);
  });
});
