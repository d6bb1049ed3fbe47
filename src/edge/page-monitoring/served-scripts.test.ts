import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { ServedScripts } from './served-scripts.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('addresses that were served as scripts', () => {
  it('are remembered for a day after the last time, by zone, host and target', async () => {
    const clock = new ManualClock();
    const scripts = new ServedScripts(clock);
    const has = () => scripts.has('zone', 'shop.test', '/a.js');
    scripts.add('zone', 'shop.test', '/a.js', '192.0.2.1');
    await clock.advance(DAY_MS - 1);
    assert.ok(has());
    for (const [zoneId, host, target] of [
      ['other', 'shop.test', '/a.js'],
      ['zone', 'www.shop.test', '/a.js'],
      ['zone', 'shop.test', '/a.js?v=1'],
    ] as const) {
      assert.ok(!scripts.has(zoneId, host, target));
    }
    scripts.add('zone', 'shop.test', '/a.js', '192.0.2.1');
    await clock.advance(DAY_MS - 1);
    assert.ok(has());
    await clock.advance(1);
    assert.ok(!has());
  });

  it('are not displaced by one visitor with many', () => {
    const scripts = new ServedScripts(new ManualClock());
    scripts.add('zone', 'shop.test', '/a.js', '192.0.2.1');
    for (let n = 0; n < 100_000; n++) scripts.add('zone', 'shop.test', `/?${n}`, '192.0.2.2');
    assert.ok(scripts.has('zone', 'shop.test', '/a.js'));
    assert.ok(!scripts.has('zone', 'shop.test', '/?99999'));
  });
});
