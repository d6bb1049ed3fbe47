import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateCounters } from './limits/rate-counters.ts';
import { PeerExchange } from './peer-exchange.ts';

const limit = { periodMs: 10_000, requests: 5, timeoutMs: 60_000 };

function processOf() {
  const rates = new RateCounters({ now: () => 0 });
  const spent: string[] = [];
  const known: string[] = [];
  const peers = new PeerExchange(rates, {
    takeSpent: (most) => spent.splice(0, most),
    addSpent: (ids) => known.push(...ids),
  });
  return { rates, spent, known, peers };
}

describe('the exchange between edge processes', () => {
  it('transfers counts, limits and used challenges to another process', () => {
    const [one, other] = [processOf(), processOf()];
    assert.equal(one.peers.drain(), undefined);
    for (let n = 0; n < 5; n++) one.rates.count('counted', limit);
    for (let n = 0; n < 6; n++) one.rates.count('limited', limit);
    assert.equal(one.rates.isOver('limited', limit), true);
    one.spent.push('challenge');
    // As the channel between processes does.
    other.peers.merge(structuredClone(one.peers.drain() ?? assert.fail()));
    assert.equal(other.rates.isOver('counted', limit), false);
    assert.equal(other.rates.isOver('counted', limit, 1), true);
    assert.equal(other.rates.isOver('limited', { ...limit, requests: 1_000 }), true);
    assert.deepEqual(other.known, ['challenge']);
    assert.equal(one.peers.drain(), undefined);
  });

  it('stays small under a flood, and loses no used challenge (an update with 200,000 keys had 12.5 MB)', () => {
    const [one, other] = [processOf(), processOf()];
    for (let n = 0; n < 20_000; n++) {
      const key = `${'r'.repeat(32)}\n${n}`.padEnd(97, 'x');
      one.rates.count(key, limit);
      one.rates.isOver(key, { ...limit, requests: 0.5 });
    }
    const ids = Array.from({ length: 5_000 }, (_, n) => `${n}`.padStart(16, '0'));
    one.spent.push(...ids);
    for (let bytes = one.peers.drain(); bytes; bytes = one.peers.drain()) {
      assert.ok(bytes.length <= 160 * 1024, `${bytes.length}`);
      other.peers.merge(bytes);
    }
    assert.deepEqual(other.known, ids);
  });
});
