import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { PageSampler } from './page-sampler.ts';

const DAY_MS = 86_400_000;

/** Counts how many page views are sampled. Random numbers are 0, 0.01, 0.02 … */
function open(sampleRate: number | 'auto') {
  const clock = new ManualClock();
  let step = 0;
  const random = () => (step++ % 100) / 100;
  const sampler = new PageSampler({ sampleRate, random, clock });
  /** Each view is of another visitor, unless one is given. */
  const count = (views: number, host = 'shop.test', isNavigation = true, visitor?: string) =>
    Array.from({ length: views }, (_, n) => {
      const clientAddress = visitor ?? `10.0.${n >> 8}.${n & 255}`;
      return sampler.isSampled({ host, clientAddress, isNavigation });
    }).filter(Boolean).length;
  return { clock, count };
}

describe('the sample of page views', () => {
  it('is a share of all if a share is set', () => {
    assert.equal(open(0).count(1_000), 0);
    assert.equal(open(0.25).count(1_000), 250);
    assert.equal(open(1).count(1_000), 1_000);
  });

  it('is automatically the first 500 of a host each day, and one in twenty of the others', async () => {
    const { clock, count } = open('auto');
    assert.equal(count(500), 500);
    assert.equal(count(1_000), 50);
    assert.equal(count(500, 'www.shop.test'), 500);
    await clock.advance(DAY_MS);
    assert.equal(count(600), 505);
  });

  it('does not count subrequests of a page', () => {
    const { count } = open('auto');
    assert.equal(count(600, 'shop.test', false), 505);
    assert.equal(count(500), 500);
  });

  it('has a share for each visitor (one could use up the sample of a day)', () => {
    const { count } = open('auto');
    assert.equal(count(1_025, 'shop.test', true, '192.0.2.1'), 25 + 50);
    assert.equal(count(475), 475);
    assert.equal(count(25, 'www.shop.test', true, '192.0.2.1'), 25);
    const ofNetwork = (address: string, views: number) =>
      count(views, 'ipv6.shop.test', true, address);
    assert.equal(ofNetwork('2001:db8::1', 1_025), 75);
    assert.equal(ofNetwork('2001:db8::2', 1_000), 50, 'of the same /64');
    assert.equal(ofNetwork('2001:db8:0:1::1', 1_025), 75);
  });

  it('is one in twenty for invented hosts', () => {
    const { count } = open('auto');
    for (let n = 0; n < 16_384; n++) count(1, `${n}.shop.test`);
    const sampled = Array.from({ length: 500 }, (_, n) => count(500, `further-${n % 5}.shop.test`));
    assert.ok(sampled.reduce((sum, each) => sum + each, 0) < 5 * 500 + 0.06 * 250_000);
  });
});
