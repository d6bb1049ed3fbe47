import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  balancerOf,
  messageOf,
  originOf,
  poolOf,
  updateOf as wholeOf,
  zoneOf,
} from '../../test/support/edge-snapshots.ts';
import { pagesOf, policyOf } from '../../test/support/page-policies.ts';
import type { SnapshotMessage } from '../contracts/snapshot/snapshot-message.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { TimerWheel } from '../transport/timer-wheel.ts';
import { OriginRuntime } from './balancing/origin-runtime.ts';
import { OriginPools } from './upstream/origin-pools.ts';
import { ZoneTable } from './zone-table.ts';

const updateOf = (parts: Partial<SnapshotUpdate>) => messageOf(wholeOf(parts));

const zone = (zoneId: string, name: string): ZoneSnapshot => zoneOf(name, {}, zoneId);

const update = (zones: ZoneSnapshot[], removedZoneIds: string[] = [], complete = false) =>
  updateOf({ complete, zones, removed: { zones: removedZoneIds } });

const emptyTable = () =>
  new ZoneTable((poolId, origin) => {
    return new OriginRuntime(poolId, origin, new OriginPools(origin, connections));
  });

const connections = {
  connectMs: 1,
  responseMs: 1,
  idleMs: 1,
  connections: 1,
  headBytes: 65_536,
  fields: 256,
  verifyTls: true,
  wheel: new TimerWheel({ tickMs: 100, now: () => 0 }),
};

async function holding(...zones: ZoneSnapshot[]): Promise<ZoneTable> {
  const table = emptyTable();
  await table.apply(update(zones, [], true));
  return table;
}

const idOf = (table: ZoneTable, host: string) => table.zoneOfHost(host)?.id;

describe('zone table', async () => {
  const table = await holding(
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
      assert.equal(idOf(table, host), zoneId);
    });
  }

  it('is empty at first', () => {
    const empty = emptyTable();
    assert.deepEqual([empty.size, empty.revision, idOf(empty, 'shop.test')], [0, 0, undefined]);
  });

  it('has its revision and the number of zones', async () => {
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

  it('serves the new version of a zone', async () => {
    const changed = await holding(zone('a', 'a.test'));
    const paused = zone('a', 'a.test');
    await changed.apply(
      update([{ ...paused, sections: { zone: { ...paused.sections.zone, paused: true } } }]),
    );
    assert.equal(changed.zoneOfHost('a.test')?.section.paused, true);
  });

  it('forgets a removed zone, and accepts the removal of an unknown one', async () => {
    const smaller = await holding(zone('a', 'shop.test'), zone('b', 'eu.shop.test'));
    await smaller.apply(update([], ['b', 'unknown']));
    assert.deepEqual([idOf(smaller, 'eu.shop.test'), smaller.size], ['a', 1]);
  });

  const takeovers: readonly [string, SnapshotMessage[]][] = [
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

  it('has only the content of a complete update', async () => {
    const replaced = await holding(zone('a', 'a.test'), zone('b', 'b.test'));
    await replaced.apply(update([zone('c', 'c.test')], [], true));
    assert.deepEqual([idOf(replaced, 'a.test'), idOf(replaced, 'c.test')], [undefined, 'c']);
    assert.equal(replaced.size, 1);
  });

  it('keeps the last good version of a zone if the new one cannot be used, and reports it', async () => {
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
      [['zones', 'a.test']],
    );
    assert.match(kept.problems[0]?.problem ?? '', /http\.no_such_field/);
    await kept.apply(update([zoneOf('a.test', good)]));
    assert.deepEqual(kept.problems, []);
  });

  it('serves a zone without a policy that cannot be used, and reports it', async () => {
    const value = 'script-src\fhttps:';
    const pageMonitoring = pagesOf({ policies: [policyOf('bad', 'allow', value)] });
    const table = await holding(zoneOf('a.test', { pageMonitoring }));
    const { sections } = zoneOf('a.test', { pageMonitoring });
    const paused = { ...sections, zone: { ...sections.zone, paused: true } };
    await table.apply(update([{ ...zoneOf('a.test'), sections: paused }]));
    assert.equal(table.zoneOfHost('a.test')?.section.paused, true);
    const [problem] = table.problems;
    assert.match(problem?.problem ?? '', /^page policy bad is left out: /);
    await table.apply(update([zoneOf('a.test', { pageMonitoring: pagesOf() })]));
    assert.deepEqual(table.problems, []);
  });

  it('drops the problems of removed zones and pools with a complete update (problems of zones that were never served stayed)', async () => {
    const bad = balancerOf('a.test', ['p'], {
      rules: [{ name: 'r', expression: 'x', terminates: false, overrides: {} }],
    });
    const zones = [zoneOf('a.test', { loadBalancing: { balancers: [bad] } })];
    const pools = [poolOf('p', [originOf(1, { address: 'no host' })])];
    const table = emptyTable();
    await table.apply(updateOf({ complete: true, zones, pools }));
    assert.equal(table.problems.length, 2);
    await table.apply(updateOf({ complete: true, zones, pools }));
    assert.equal(table.problems.length, 2);
    await table.apply(updateOf({ complete: true }));
    assert.deepEqual(table.problems, []);
  });

  it('applies a change of many zones like one of few', async () => {
    const bad = balancerOf('a.test', ['p'], {
      rules: [{ name: 'r', expression: 'x', terminates: false, overrides: {} }],
    });
    const count = 300;
    const named = (n: number, name: string) => zoneOf(name, {}, `id-${n}`);
    const before = Array.from({ length: count }, (_, n) => named(n, `old-${n}.test`));
    const table = await holding(...before);
    const changed = Array.from({ length: count - 2 }, (_, n) => named(n, `new-${n}.test`));
    const unusable = zoneOf('a.test', { loadBalancing: { balancers: [bad] } }, 'id-0');
    const applied = table.apply(update([...changed.slice(1), unusable], [`id-${count - 1}`]));
    assert.equal(table.zoneOfHost('old-1.test')?.id, 'id-1', 'nothing has changed yet');
    await applied;
    assert.equal(table.zoneOfHost('old-0.test')?.id, 'id-0', 'it keeps its last good version');
    assert.equal(table.zoneOfHost('old-1.test'), undefined);
    assert.equal(table.zoneOfHost('new-1.test')?.id, 'id-1');
    assert.equal(table.zoneOfHost(`old-${count - 2}.test`)?.id, `id-${count - 2}`);
    assert.equal(table.zoneOfId(`id-${count - 1}`), undefined);
    assert.equal(table.size, count - 1);
    assert.deepEqual(
      table.problems.map(({ id }) => id),
      ['id-0'],
    );
  });

  it('applies further updates after a failed one (all later updates had no effect)', async () => {
    const table = emptyTable();
    const broken = { ...update([]), zones: undefined } as unknown as SnapshotMessage;
    await assert.rejects(table.apply(broken));
    await table.apply(update([zone('a', 'a.test')]));
    assert.equal(idOf(table, 'a.test'), 'a');
  });

  it('applies updates as a whole, in order', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => zoneOf(`z${n}.test`));
    const table = emptyTable();
    const first = table.apply(update(many, [], true));
    const second = table.apply(update([], ['z1.test']));
    assert.equal(table.size, 0);
    await first;
    await second;
    assert.equal(table.size, 4_999);
  });

  it('keeps origins over changes of their pool, and closes removed ones', async () => {
    const table = await holding();
    const pool = poolOf('p', [originOf(1), originOf(2)]);
    await table.apply(updateOf({ pools: [pool] }));
    const before = table.pools.get('p')?.available(0) ?? [];
    const origins = [originOf(2, { weight: 0.5 }), originOf(3)];
    await table.apply(updateOf({ pools: [{ ...pool, origins }] }));
    const after = table.pools.get('p')?.available(0) ?? [];
    assert.equal(after[0], before[1]);
    assert.deepEqual(
      after.map(({ snapshot }) => [snapshot.port, snapshot.weight]),
      [
        [2, 0.5],
        [3, 1],
      ],
    );
    await table.apply(updateOf({ removed: { pools: ['p'] } }));
    assert.equal(table.pools.size, 0);
  });

  it('keeps the last good version of a pool if the new one cannot be used', async () => {
    const table = await holding();
    const pool = poolOf('p', [originOf(1)]);
    await table.apply(updateOf({ pools: [pool] }));
    const bad = originOf(2, { address: 'no host' });
    await table.apply(
      updateOf({ pools: [{ ...pool, origins: [bad] }, poolOf('q', [originOf(3)])] }),
    );
    assert.deepEqual(
      table.pools
        .get('p')
        ?.available(0)
        .map(({ snapshot }) => snapshot.port),
      [1],
    );
    assert.equal(table.pools.get('q')?.available(0).length, 1);
    assert.deepEqual(
      table.problems.map(({ kind, id }) => [kind, id]),
      [['pools', 'p']],
    );
    await table.apply(updateOf({ pools: [pool] }));
    assert.deepEqual(table.problems, []);
  });
});
