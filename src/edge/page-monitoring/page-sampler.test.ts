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
  const count = (views: number, host = 'shop.test', isPageView = true) =>
    Array.from({ length: views }, () => sampler.isSampled(host, isPageView)).filter(Boolean).length;
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

  it('is one in twenty for invented hosts', () => {
    const { count } = open('auto');
    for (let n = 0; n < 16_384; n++) count(1, `${n}.shop.test`);
    const sampled = Array.from({ length: 500 }, (_, n) => count(500, `further-${n % 5}.shop.test`));
    assert.ok(sampled.reduce((sum, each) => sum + each, 0) < 5 * 500 + 0.06 * 250_000);
  });
});
