import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SourceCounts, sourceOf } from './source-counts.ts';

/** How many attempts of these addresses are accepted. */
function taken(counts: SourceCounts, addresses: readonly string[]): number {
  return addresses.filter((address) => counts.take(sourceOf(address), 0)).length;
}

const repeated = (address: string, times: number) => Array<string>(times).fill(address);

describe('SourceCounts', () => {
  it('distinguishes IPv4 visitors by address, and IPv6 visitors by their /64', () => {
    const counts = new SourceCounts({ windowMs: 1_000, most: 10 });
    assert.equal(taken(counts, repeated('192.0.2.1', 20)), 10);
    assert.equal(taken(counts, repeated('192.0.2.2', 20)), 10);
    assert.equal(taken(counts, repeated('2001:db8::1', 20)), 10);
    assert.equal(taken(counts, ['2001:db8::ffff', '2001:db8:0:1::1']), 1);
  });

  it('gives a /48 the quota of eight visitors, however many /64 of it are used', () => {
    const counts = new SourceCounts({ windowMs: 1_000, most: 10 });
    const rotating = Array.from({ length: 1_000 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`);
    assert.equal(taken(counts, rotating), 80);
    assert.equal(taken(counts, ['2001:db8:1::1']), 1);
  });

  it('does not let one visitor use up the quota of the network', () => {
    const counts = new SourceCounts({ windowMs: 1_000, most: 10 });
    assert.equal(taken(counts, repeated('2001:db8::1', 1_000)), 10);
    assert.equal(taken(counts, repeated('2001:db8:0:1::1', 10)), 10);
  });
});
