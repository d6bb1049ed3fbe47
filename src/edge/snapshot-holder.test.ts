import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { SnapshotHolder } from './snapshot-holder.ts';

const zone = (zoneId: string, name: string): ZoneSnapshot => ({
  zoneId,
  sections: { zone: { name, accountId: 'account', paused: false, plan: 'enterprise' } },
});

let revision = 0;
function update(zones: ZoneSnapshot[], removedZoneIds: string[] = [], complete = false) {
  revision += 1;
  return { revision, complete, zones, removedZoneIds } satisfies SnapshotUpdate;
}

function holding(...zones: ZoneSnapshot[]): SnapshotHolder {
  const holder = new SnapshotHolder();
  holder.apply(update(zones, [], true));
  return holder;
}

const idOf = (holder: SnapshotHolder, host: string) => holder.zoneOfHost(host)?.zoneId;

describe('snapshot holder', () => {
  const holder = holding(
    zone('a', 'shop.test'),
    zone('b', 'eu.shop.test'),
    zone('c', 'other.test'),
  );
  const hosts: readonly [string, string | undefined][] = [
    ['shop.test', 'a'],
    ['www.shop.test', 'a'],
    ['a.b.c.shop.test', 'a'],
    ['eu.shop.test', 'b'],
    ['www.eu.shop.test', 'b'],
    ['neu.shop.test', 'a'],
    ['other.test', 'c'],
    ['myshop.test', undefined],
    ['shop.test.evil.test', undefined],
    ['test', undefined],
    ['', undefined],
    ['.', undefined],
    ['...', undefined],
    ['.shop.test', 'a'],
    ['127.0.0.1', undefined],
    ['__proto__', undefined],
  ];
  for (const [host, zoneId] of hosts) {
    it(`finds ${zoneId ?? 'nothing'} for ${JSON.stringify(host)}`, () => {
      assert.equal(idOf(holder, host), zoneId);
    });
  }

  it('holds nothing at first', () => {
    const empty = new SnapshotHolder();
    assert.deepEqual([empty.size, empty.revision, idOf(empty, 'shop.test')], [0, 0, undefined]);
  });

  it('knows its revision and how many zones it holds', () => {
    const changed = holding(zone('a', 'a.test'));
    const next = update([zone('b', 'b.test')]);
    changed.apply(next);
    assert.deepEqual([changed.size, changed.revision], [2, next.revision]);
  });

  it('forgets the old name of a zone that was renamed', () => {
    const renamed = holding(zone('a', 'old.test'));
    renamed.apply(update([zone('a', 'new.test')]));
    assert.deepEqual([idOf(renamed, 'new.test'), idOf(renamed, 'old.test')], ['a', undefined]);
    assert.equal(renamed.size, 1);
  });

  it('serves the new content of a zone', () => {
    const changed = holding(zone('a', 'a.test'));
    const paused = zone('a', 'a.test');
    changed.apply(
      update([{ ...paused, sections: { zone: { ...paused.sections.zone, paused: true } } }]),
    );
    assert.equal(changed.zoneOfHost('a.test')?.sections.zone.paused, true);
  });

  it('forgets a zone that was removed, also one it never knew', () => {
    const smaller = holding(zone('a', 'shop.test'), zone('b', 'eu.shop.test'));
    smaller.apply(update([], ['b', 'unknown']));
    assert.deepEqual([idOf(smaller, 'eu.shop.test'), smaller.size], ['a', 1]);
  });

  const takeovers: readonly [string, SnapshotUpdate[]][] = [
    ['in one update', [update([zone('b', 'shop.test')], ['a'])]],
    ['removal first', [update([], ['a']), update([zone('b', 'shop.test')])]],
    ['removal last', [update([zone('b', 'shop.test')]), update([], ['a'])]],
  ];
  for (const [order, updates] of takeovers) {
    it(`lets another zone take over a name, ${order}`, () => {
      const taken = holding(zone('a', 'shop.test'));
      for (const each of updates) taken.apply(each);
      assert.deepEqual([idOf(taken, 'shop.test'), taken.size], ['b', 1]);
    });
  }

  it('lets two zones swap their names', () => {
    const swapped = holding(zone('a', 'one.test'), zone('b', 'two.test'));
    swapped.apply(update([zone('a', 'two.test'), zone('b', 'one.test')]));
    assert.deepEqual([idOf(swapped, 'one.test'), idOf(swapped, 'two.test')], ['b', 'a']);
    assert.equal(swapped.size, 2);
  });

  it('holds nothing but what a complete update brings', () => {
    const replaced = holding(zone('a', 'a.test'), zone('b', 'b.test'));
    replaced.apply(update([zone('c', 'c.test')], [], true));
    assert.deepEqual([idOf(replaced, 'a.test'), idOf(replaced, 'c.test')], [undefined, 'c']);
    assert.equal(replaced.size, 1);
  });
});
