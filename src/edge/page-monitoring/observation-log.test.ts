import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageObservation } from '../../contracts/events/page-observation.ts';
import { ObservationLog, type Sighting } from './observation-log.ts';

const script: Sighting = {
  kind: 'script',
  zoneId: 'zone',
  accountId: 'account',
  host: 'shop.test',
  pageUrl: 'https://shop.test/',
  url: 'https://cdn.test/a.js',
};
const cookie: Sighting = {
  kind: 'cookie',
  zoneId: 'zone',
  accountId: 'account',
  host: 'shop.test',
  pageUrl: 'https://shop.test/',
  name: 'sid',
};

function openLog() {
  const batches: PageObservation[][] = [];
  const log = new ObservationLog({
    async publish(_topic, batch) {
      batches.push(batch as PageObservation[]);
      return { accepted: true };
    },
  });
  return { log, batches };
}

describe('ObservationLog', () => {
  it('makes one message of what was seen several times', () => {
    const { log, batches } = openLog();
    log.add(script, 10);
    log.add({ ...script, pageUrl: 'https://shop.test/cart' }, 20);
    log.add({ ...script, host: 'www.shop.test' }, 30);
    log.add({ ...script, kind: 'connection' }, 30);
    log.flush();
    const [observations = []] = batches;
    assert.equal(observations.length, 3);
    assert.deepEqual(observations[0], {
      ...script,
      pageUrl: 'https://shop.test/cart',
      count: 2,
      firstSeenAt: 10,
      lastSeenAt: 20,
    });
    log.flush();
    assert.equal(batches.length, 1);
  });

  it('keeps what the origin has said of a cookie', () => {
    const { log, batches } = openLog();
    const attributes = { secure: true, httpOnly: false };
    log.add(cookie, 1);
    log.add({ ...cookie, attributes }, 2);
    log.add(cookie, 3);
    log.flush();
    const [observation] = batches[0] ?? [];
    assert.deepEqual(observation, {
      ...cookie,
      attributes,
      count: 3,
      firstSeenAt: 1,
      lastSeenAt: 3,
    });
  });

  it('has room for so many of a zone and in all, and then again', () => {
    const { log, batches } = openLog();
    const fill = (zoneId: string) => {
      let taken = 0;
      for (let n = 0; n < 3_000; n++) {
        if (log.add({ ...script, zoneId, url: `https://cdn.test/${n}.js` }, 1)) taken += 1;
      }
      return taken;
    };
    assert.deepEqual(['a', 'b', 'c', 'd', 'e'].map(fill), [2_500, 2_500, 2_500, 2_500, 0]);
    // What is there already needs no room.
    assert.equal(log.add({ ...script, zoneId: 'a', url: 'https://cdn.test/1.js' }, 2), true);
    log.flush();
    assert.equal(batches.length, 20);
    assert.equal(fill('a'), 2_500);
    log.flush();
  });
});
