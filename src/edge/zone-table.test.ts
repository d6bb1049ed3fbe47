import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  balancerOf,
  originOf,
  poolOf,
  updateOf,
  zoneOf,
} from '../../test/support/edge-snapshots.ts';
import { pagesOf, policyOf } from '../../test/support/page-policies.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { TimerWheel } from '../transport/timer-wheel.ts';
import { OriginRuntime } from './balancing/origin-runtime.ts';
import { OriginPools } from './upstream/origin-pools.ts';
import { ZoneTable } from './zone-table.ts';

const zone = (zoneId: string, name: string): ZoneSnapshot => zoneOf(name, {}, zoneId);

const update = (zones: ZoneSnapshot[], removedZoneIds: string[] = [], complete = false) =>
  updateOf({ complete, zones, removedZoneIds });

const emptyHolder = () =>
  new ZoneTable((poolId, origin) => {
    return new OriginRuntime(poolId, origin, new OriginPools(origin, connections));
  });

const connections = {
  connectMs: 1,
  responseMs: 1,
  idleMs: 1,
  connections: 1,
  verifyTls: true,
  wheel: new TimerWheel({ tickMs: 100, now: () => 0 }),
};

async function holding(...zones: ZoneSnapshot[]): Promise<ZoneTable> {
  const holder = emptyHolder();
  await holder.apply(update(zones, [], true));
  return holder;
}

const idOf = (holder: ZoneTable, host: string) => holder.zoneOfHost(host)?.id;

describe('snapshot holder', async () => {
  const holder = await holding(
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
    const empty = emptyHolder();
    assert.deepEqual([empty.size, empty.revision, idOf(empty, 'shop.test')], [0, 0, undefined]);
  });

  it('knows its revision and how many zones it holds', async () => {
    const changed = await holding(zone('a', 'a.test'));
    const next = update([zone('b', 'b.test')]);
    await changed.apply(next);
    assert.deepEqual([changed.size, changed.revision], [2, next.revision]);
  });

  it('forgets the old name of a zone that was renamed', async () => {
    const renamed = await holding(zone('a', 'old.test'));
    await renamed.apply(update([zone('a', 'new.test')]));
    assert.deepEqual([idOf(renamed, 'new.test'), idOf(renamed, 'old.test')], ['a', undefined]);
    assert.equal(renamed.size, 1);
  });

  it('serves the new content of a zone', async () => {
    const changed = await holding(zone('a', 'a.test'));
    const paused = zone('a', 'a.test');
    await changed.apply(
      update([{ ...paused, sections: { zone: { ...paused.sections.zone, paused: true } } }]),
    );
    assert.equal(changed.zoneOfHost('a.test')?.section.paused, true);
  });

  it('forgets a zone that was removed, also one it never knew', async () => {
    const smaller = await holding(zone('a', 'shop.test'), zone('b', 'eu.shop.test'));
    await smaller.apply(update([], ['b', 'unknown']));
    assert.deepEqual([idOf(smaller, 'eu.shop.test'), smaller.size], ['a', 1]);
  });

  const takeovers: readonly [string, SnapshotUpdate[]][] = [
    ['in one update', [update([zone('b', 'shop.test')], ['a'])]],
    ['removal first', [update([], ['a']), update([zone('b', 'shop.test')])]],
    ['removal last', [update([zone('b', 'shop.test')]), update([], ['a'])]],
  ];
  for (const [order, updates] of takeovers) {
    it(`lets another zone take over a name, ${order}`, async () => {
      const taken = await holding(zone('a', 'shop.test'));
      for (const each of updates) await taken.apply(each);
      assert.deepEqual([idOf(taken, 'shop.test'), taken.size], ['b', 1]);
    });
  }

  it('lets two zones swap their names', async () => {
    const swapped = await holding(zone('a', 'one.test'), zone('b', 'two.test'));
    await swapped.apply(update([zone('a', 'two.test'), zone('b', 'one.test')]));
    assert.deepEqual([idOf(swapped, 'one.test'), idOf(swapped, 'two.test')], ['b', 'a']);
    assert.equal(swapped.size, 2);
  });

  it('holds nothing but what a complete update brings', async () => {
    const replaced = await holding(zone('a', 'a.test'), zone('b', 'b.test'));
    await replaced.apply(update([zone('c', 'c.test')], [], true));
    assert.deepEqual([idOf(replaced, 'a.test'), idOf(replaced, 'c.test')], [undefined, 'c']);
    assert.equal(replaced.size, 1);
  });

  it('keeps what a zone had when its new state cannot be used, and says so', async () => {
    const bad = balancerOf('a.test', ['p'], {
      rules: [{ name: 'r', expression: 'http.no_such_field', terminates: false, overrides: {} }],
    });
    const good = { loadBalancing: { balancers: [balancerOf('a.test', ['p'])] } };
    const kept = await holding(zoneOf('a.test', good), zoneOf('b.test'));
    await kept.apply(
      update([zoneOf('a.test', { loadBalancing: { balancers: [bad] } }), zoneOf('c.test')]),
    );
    assert.ok(kept.zoneOfHost('a.test')?.balancerOf('a.test'));
    assert.ok(kept.zoneOfHost('c.test'));
    assert.deepEqual(
      kept.problems.map(({ kind, id }) => [kind, id]),
      [['zone', 'a.test']],
    );
    assert.match(kept.problems[0]?.problem ?? '', /http\.no_such_field/);
    await kept.apply(update([zoneOf('a.test', good)]));
    assert.deepEqual(kept.problems, []);
  });

  it('serves a zone without a policy that cannot be used, and says so', async () => {
    const value = 'script-src\fhttps:';
    const pageMonitoring = pagesOf({ policies: [policyOf('bad', 'allow', value)] });
    const holder = await holding(zoneOf('a.test', { pageMonitoring }));
    const { sections } = zoneOf('a.test', { pageMonitoring });
    const paused = { ...sections, zone: { ...sections.zone, paused: true } };
    await holder.apply(update([{ ...zoneOf('a.test'), sections: paused }]));
    assert.equal(holder.zoneOfHost('a.test')?.section.paused, true);
    const [problem] = holder.problems;
    assert.match(problem?.problem ?? '', /^page policy bad is left out: /);
    await holder.apply(update([zoneOf('a.test', { pageMonitoring: pagesOf() })]));
    assert.deepEqual(holder.problems, []);
  });

  it('forgets with a complete update what was wrong with zones and pools that are gone (those that never served stayed)', async () => {
    const bad = balancerOf('a.test', ['p'], {
      rules: [{ name: 'r', expression: 'x', terminates: false, overrides: {} }],
    });
    const zones = [zoneOf('a.test', { loadBalancing: { balancers: [bad] } })];
    const pools = [poolOf('p', [originOf(1, { address: 'fe80::1%eth0' })])];
    const holder = emptyHolder();
    await holder.apply(updateOf({ complete: true, zones, pools }));
    assert.equal(holder.problems.length, 2);
    await holder.apply(updateOf({ complete: true, zones, pools }));
    assert.equal(holder.problems.length, 2);
    await holder.apply(updateOf({ complete: true }));
    assert.deepEqual(holder.problems, []);
  });

  it('takes further updates after one that failed (none took effect any more)', async () => {
    const holder = emptyHolder();
    const broken = { ...update([]), zones: undefined } as unknown as SnapshotUpdate;
    await assert.rejects(holder.apply(broken));
    await holder.apply(update([zone('a', 'a.test')]));
    assert.equal(idOf(holder, 'a.test'), 'a');
  });

  it('takes effect as a whole, in the order in which updates came', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => zoneOf(`z${n}.test`));
    const holder = emptyHolder();
    const first = holder.apply(update(many, [], true));
    const second = holder.apply(update([], ['z1.test']));
    assert.equal(holder.size, 0);
    await first;
    await second;
    assert.equal(holder.size, 4_999);
  });

  it('keeps origins over changes of their pool, and lets go of those that are gone', async () => {
    const holder = await holding();
    const pool = poolOf('p', [originOf(1), originOf(2)]);
    await holder.apply(updateOf({ pools: [pool] }));
    const before = holder.pools.get('p')?.available(0) ?? [];
    const origins = [originOf(2, { weight: 0.5 }), originOf(3)];
    await holder.apply(updateOf({ pools: [{ ...pool, origins }] }));
    const after = holder.pools.get('p')?.available(0) ?? [];
    assert.equal(after[0], before[1]);
    assert.deepEqual(
      after.map(({ snapshot }) => [snapshot.port, snapshot.weight]),
      [
        [2, 0.5],
        [3, 1],
      ],
    );
    await holder.apply(updateOf({ removedPoolIds: ['p'] }));
    assert.equal(holder.pools.size, 0);
  });

  it('keeps a pool whose new state cannot be used, and all the others', async () => {
    const holder = await holding();
    const pool = poolOf('p', [originOf(1)]);
    await holder.apply(updateOf({ pools: [pool] }));
    const bad = originOf(2, { address: 'fe80::1%eth0' });
    await holder.apply(
      updateOf({ pools: [{ ...pool, origins: [bad] }, poolOf('q', [originOf(3)])] }),
    );
    assert.deepEqual(
      holder.pools
        .get('p')
        ?.available(0)
        .map(({ snapshot }) => snapshot.port),
      [1],
    );
    assert.equal(holder.pools.get('q')?.available(0).length, 1);
    assert.deepEqual(
      holder.problems.map(({ kind, id }) => [kind, id]),
      [['pool', 'p']],
    );
    await holder.apply(updateOf({ pools: [pool] }));
    assert.deepEqual(holder.problems, []);
  });
});
