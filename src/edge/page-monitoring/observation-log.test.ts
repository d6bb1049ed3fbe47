import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Publisher } from '../../bus/bus.ts';
import type { PageObservation } from '../../contracts/events/page-observation.ts';
import { sourceOf } from '../limits/source-counts.ts';
import { ObservationLog, type Sighting } from './observation-log.ts';
import { visitorToken } from './visitor-token.ts';

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

const visitor = sourceOf('192.0.2.1');
const KEY = Buffer.alloc(32);
const visitors = [visitorToken(KEY, visitor)];

function openLog() {
  const batches: PageObservation[][] = [];
  const publisher: Publisher = {
    async publish(_topic, batch) {
      batches.push(batch as PageObservation[]);
      return { accepted: true };
    },
  };
  const log = new ObservationLog(publisher, KEY);
  return { log, batches };
}

describe('ObservationLog', () => {
  it('merges repeated observations into one message', () => {
    const { log, batches } = openLog();
    log.add(script, visitor, 10);
    log.add({ ...script, pageUrl: 'https://shop.test/cart' }, visitor, 20);
    log.add({ ...script, host: 'www.shop.test' }, visitor, 30);
    log.add({ ...script, kind: 'connection' }, visitor, 30);
    log.flush();
    const [observations = []] = batches;
    assert.equal(observations.length, 3);
    assert.deepEqual(observations[0], {
      ...script,
      pageUrl: 'https://shop.test/cart',
      firstPageUrl: script.pageUrl,
      earlierPageUrls: [script.pageUrl],
      visitors,
      count: 2,
      firstSeenAt: 10,
      lastSeenAt: 20,
    });
    log.flush();
    assert.equal(batches.length, 1);
  });

  it('names the first visitors without their addresses', () => {
    const { log, batches } = openLog();
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '198.51.100.1', '2001:db8::1'];
    addresses.push('2001:db8::2', '2001:db8:0:1::1');
    for (const address of addresses) log.add(script, sourceOf(address), 1);
    for (let n = 10; n < 20; n++) log.addPage(script, sourceOf(`192.0.2.${n}`), 1);
    log.flush();
    const [{ visitors: named } = assert.fail()] = batches[0] ?? [];
    assert.equal(named.length, 8);
    const [one, two, other, six, sibling] = named.map((token) => token.match(/^[46].{8}/)?.[0]);
    assert.deepEqual([one, six], [two, sibling], 'of one network');
    assert.notEqual(one, other);
    assert.match(six ?? '', /^6/);
    assert.ok(named.every((token) => /^[46][\w-]{16}$/.test(token)));
    const elsewhere = visitorToken(Buffer.alloc(32, 1), visitor);
    assert.ok(!named.includes(elsewhere), 'a digest needs the key');
  });

  it('keeps the attributes that the origin has set', () => {
    const { log, batches } = openLog();
    const attributes = { secure: true, httpOnly: false };
    log.add(cookie, visitor, 1);
    log.add({ ...cookie, attributes }, visitor, 2);
    log.add(cookie, visitor, 3);
    log.flush();
    const [observation] = batches[0] ?? [];
    assert.deepEqual(observation, {
      ...cookie,
      attributes,
      visitors,
      count: 3,
      firstSeenAt: 1,
      lastSeenAt: 3,
    });
  });

  it('keeps the first page and the ten newest', () => {
    const { log, batches } = openLog();
    const page = (n: number) => `https://shop.test/${n}`;
    for (let n = 0; n < 12; n++) log.add({ ...script, pageUrl: page(n) }, visitor, n);
    log.add({ ...script, pageUrl: page(5) }, visitor, 12);
    log.flush();
    const [observation] = batches[0] ?? [];
    assert.equal(observation?.pageUrl, page(5));
    assert.equal(observation?.firstPageUrl, page(0));
    assert.deepEqual(observation?.earlierPageUrls, [11, 10, 9, 8, 7, 6, 4, 3, 2].map(page));
  });

  it('reports further pages of an item that was counted before', () => {
    const { log, batches } = openLog();
    log.add(script, visitor, 1);
    log.flush();
    log.addPage({ ...script, pageUrl: 'https://shop.test/cart' }, visitor, 2);
    log.flush();
    const [observation] = batches[1] ?? [];
    assert.deepEqual([observation?.count, observation?.pageUrl], [0, 'https://shop.test/cart']);
  });

  /** How many of `times` invented items are kept, each from another visitor. */
  function fill(log: ObservationLog, what: Sighting, times = 3_000): number {
    return Array.from({ length: times }, (_, n) => {
      const made =
        what.kind === 'cookie'
          ? { ...what, name: `c${n}` }
          : { ...what, url: `https://a.test/${n}` };
      return log.add(made, sourceOf(`10.0.${n >> 8}.${n & 255}`), 1);
    }).filter((result) => result === 'kept').length;
  }

  it('has a quota for each zone and in total, which is renewed', () => {
    const { log, batches } = openLog();
    const zones = ['a', 'b', 'c', 'd', 'e'].map((zoneId) => fill(log, { ...script, zoneId }));
    assert.deepEqual(zones, [2_000, 2_000, 2_000, 2_000, 0]);
    // An item that is already in the log needs no quota.
    const known = { ...script, zoneId: 'a', url: 'https://a.test/1' };
    assert.equal(log.add(known, visitor, 2), 'kept');
    log.flush();
    assert.equal(batches.length, 16);
    assert.equal(fill(log, script), 2_000);
  });

  it('has a separate quota for scripts', () => {
    const { log } = openLog();
    for (let n = 0; n < 10; n++) fill(log, { ...cookie, zoneId: `z${n}` });
    assert.equal(fill(log, cookie), 0);
    assert.equal(fill(log, script), 2_000);
  });

  const kinds: readonly (readonly [Sighting, number])[] = [
    [script, 200],
    [{ ...script, kind: 'connection' }, 200],
    [cookie, 200],
    [{ ...script, kind: 'script-hash', hash: 'a' }, 200],
    [{ ...script, kind: 'long-url', resource: 'script' }, 20],
  ];
  for (const [what, most] of kinds) {
    it(`accepts ${most} new items per minute from one visitor: ${what.kind}`, () => {
      const { log } = openLog();
      const made = (n: number): Sighting =>
        what.kind === 'cookie'
          ? { ...what, name: `c${n}` }
          : { ...what, url: `https://a.test/${n}` };
      const results = Array.from({ length: 210 }, (_, n) => log.add(made(n), visitor, 1));
      assert.equal(results.filter((result) => result === 'kept').length, most);
      assert.equal(results.at(-1), 'source-limit');
      log.flush();
      // An item that was reported before is not new.
      assert.equal(log.add(made(1), visitor, 2), 'kept');
      assert.equal(log.add(made(209), sourceOf('192.0.2.2'), 2), 'kept');
      assert.equal(log.add(made(208), visitor, 60_000), 'kept');
    });
  }
});
