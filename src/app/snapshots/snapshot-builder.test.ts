import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SnapshotSection } from '../../areas/area-module.ts';
import type { ChangeEvent } from '../../contracts/change.ts';
import type { PoolSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import type { ZoneSection } from '../../contracts/snapshot/zone-section.ts';
import { SnapshotBuilder } from './snapshot-builder.ts';

const zone = (name: string): ZoneSection => ({
  name,
  accountId: 'account',
  paused: false,
  plan: 'enterprise',
});

const changed = (zoneId: string | null, seq = 1): ChangeEvent => ({
  seq,
  action: 'update',
  resource: 'zone',
  resourceId: zoneId ?? 'account',
  accountId: zoneId === null ? null : 'account',
  zoneId,
});

const nothingRemoved = { zones: [], pools: [], rulesets: [], lists: [] };

/** An area whose stored zones the test changes, and that records which ids were requested. */
function setUp(initial: Record<string, ZoneSection>, lastGood?: SnapshotUpdate) {
  const stored = new Map(Object.entries(initial));
  const requested: (readonly string[] | 'all')[] = [];
  const section: SnapshotSection<'zone'> = {
    name: 'zone',
    resources: ['zone'],
    async build(zoneIds) {
      requested.push(zoneIds);
      const wanted = [...stored].filter(([id]) => zoneIds === 'all' || zoneIds.includes(id));
      return new Map(wanted);
    },
  };
  const builder = new SnapshotBuilder({ sections: [section], lastGood });
  const updates: SnapshotUpdate[] = [];
  builder.onUpdate((update) => updates.push(update));
  return { builder, stored, requested, updates };
}

describe('snapshot builder', () => {
  it('is empty before anything was read', () => {
    const { builder } = setUp({ a: zone('a.test') });
    assert.deepEqual(builder.current(), {
      revision: 0,
      complete: true,
      zones: [],
      pools: [],
      rulesets: [],
      lists: [],
      removed: {},
    });
  });

  it('reads the previous firewall before the rules that replace it', async () => {
    const read: string[] = [];
    const sections = (['rulesets', 'zone', 'previousFirewall'] as const).map(
      (name): SnapshotSection => ({
        name,
        resources: ['zone'],
        async build() {
          read.push(name);
          return new Map();
        },
      }),
    );
    const builder = new SnapshotBuilder({ sections });
    await builder.buildAll();
    await builder.onChanges([changed('a')]);
    const order = ['zone', 'previousFirewall', 'rulesets'];
    assert.deepEqual(read, [...order, ...order]);
  });

  it('has every zone after the first build, and publishes them', async () => {
    const { builder, updates, requested } = setUp({ a: zone('a.test'), b: zone('b.test') });
    await builder.buildAll();
    assert.deepEqual(builder.current(), {
      revision: 1,
      complete: true,
      zones: [
        { zoneId: 'a', revision: 1, sections: { zone: zone('a.test') } },
        { zoneId: 'b', revision: 1, sections: { zone: zone('b.test') } },
      ],
      pools: [],
      rulesets: [],
      lists: [],
      removed: {},
    });
    assert.deepEqual(requested, ['all']);
    assert.deepEqual(updates, [builder.current()]);
  });

  it('rebuilds only the zones that changes name, each once', async () => {
    const { builder, stored, requested, updates } = setUp({ a: zone('a.test'), b: zone('b.test') });
    await builder.buildAll();
    stored.set('b', { ...zone('b.test'), paused: true });
    await builder.onChanges([changed('b', 1), changed(null, 2), changed('b', 3)]);
    assert.deepEqual(requested.slice(1), [['b']]);
    assert.deepEqual(updates.slice(1), [
      {
        revision: 2,
        complete: false,
        zones: [
          { zoneId: 'b', revision: 2, sections: { zone: { ...zone('b.test'), paused: true } } },
        ],
        pools: [],
        rulesets: [],
        lists: [],
        removed: nothingRemoved,
      },
    ]);
    assert.equal(builder.current().zones.length, 2);
    assert.equal(builder.current().revision, 2);
  });

  it('adds new zones and renames existing ones', async () => {
    const { builder, stored, updates } = setUp({ a: zone('a.test') });
    await builder.buildAll();
    stored.set('a', zone('renamed.test')).set('c', zone('c.test'));
    await builder.onChanges([changed('a'), changed('c')]);
    assert.deepEqual(
      builder.current().zones.map(({ zoneId, sections }) => [zoneId, sections.zone.name]),
      [
        ['a', 'renamed.test'],
        ['c', 'c.test'],
      ],
    );
    assert.deepEqual(updates[1]?.zones, builder.current().zones);
  });

  it('removes a deleted zone, even one it has never built', async () => {
    const { builder, stored, updates } = setUp({ a: zone('a.test'), b: zone('b.test') });
    await builder.buildAll();
    stored.delete('a');
    await builder.onChanges([changed('a'), changed('unknown')]);
    assert.deepEqual(updates[1]?.zones, []);
    assert.deepEqual(updates[1]?.removed.zones, ['a', 'unknown']);
    assert.deepEqual(
      builder.current().zones.map(({ zoneId }) => zoneId),
      ['b'],
    );
  });

  it('does not rebuild zones when account resources that they refer to change', async () => {
    const { builder, requested } = setUp({ a: zone('a.test'), b: zone('b.test') });
    await builder.buildAll();
    await builder.onChanges([{ ...changed(null), accountId: zone('a.test').accountId }]);
    assert.deepEqual(requested.slice(1), []);
  });

  it('does nothing for changes that concern no zone', async () => {
    const { builder, requested, updates } = setUp({ a: zone('a.test') });
    await builder.buildAll();
    await builder.onChanges([changed(null), changed(null)]);
    await builder.onChanges([]);
    assert.deepEqual([requested.length, updates.length, builder.current().revision], [1, 1, 1]);
  });

  it('keeps the last good section of a zone that cannot be built, and reports it until it can', async () => {
    const stored = new Map([...'abcd'].map((id) => [id, zone(`${id}.test`)] as const));
    let bad = '';
    const ruleset = { id: 'r', version: '1', rules: [] };
    const rulesets = (id: string) => ({ phases: { [`${id} ${version}`]: ruleset } });
    let version = 1;
    const builder = new SnapshotBuilder({
      sections: [
        { name: 'zone', resources: ['zone'], build: async () => stored },
        {
          name: 'rulesets',
          resources: ['ruleset'],
          async build(zoneIds) {
            const wanted = zoneIds === 'all' ? [...stored.keys()] : zoneIds;
            if (wanted.includes(bad)) throw new Error('cannot be read');
            return new Map(wanted.map((id) => [id, rulesets(id)]));
          },
        },
      ],
    });
    const phases = () =>
      builder
        .current()
        .zones.map(({ sections }) => Object.keys(sections.rulesets?.phases ?? {})[0]);
    await builder.buildAll();
    [bad, version] = ['c', 2];
    const ofAll = [...stored.keys()].map((id) => ({ ...changed(id), resource: 'ruleset' }));
    await builder.onChanges(ofAll);
    assert.deepEqual(phases(), ['a 2', 'b 2', 'c 1', 'd 2']);
    assert.deepEqual(builder.failuresOf('c'), [
      { section: 'rulesets', id: 'c', problem: 'cannot be read' },
    ]);
    assert.equal(builder.failures.size, 1);
    [bad, version] = ['', 3];
    await builder.retryFailed();
    assert.deepEqual(phases(), ['a 2', 'b 2', 'c 3', 'd 2']);
    assert.equal(builder.failures.size, 0);
  });

  it('serves no zone before its required sections were built once', async () => {
    let isBad = true;
    const stored = new Map([
      ['a', zone('a.test')],
      ['b', zone('b.test')],
    ]);
    const builder = new SnapshotBuilder({
      sections: [
        { name: 'zone', resources: ['zone'], build: async () => stored },
        {
          name: 'rulesets',
          resources: ['ruleset'],
          isRequired: true,
          async build(zoneIds) {
            if (isBad && (zoneIds === 'all' || zoneIds.includes('b'))) throw new Error('bad row');
            return new Map();
          },
        },
      ],
    });
    const updates: SnapshotUpdate[] = [];
    builder.onUpdate((update) => updates.push(update));
    const served = () => builder.current().zones.map(({ zoneId }) => zoneId);
    await builder.buildAll();
    await builder.onChanges([changed('b')]);
    assert.deepEqual(served(), ['a']);
    assert.deepEqual(
      builder.failuresOf('b').map(({ problem }) => problem),
      ['bad row'],
    );
    assert.ok(updates.every(({ zones }) => zones.every(({ zoneId }) => zoneId !== 'b')));
    isBad = false;
    await builder.retryFailed();
    assert.deepEqual(served(), ['a', 'b']);
    assert.deepEqual(
      updates.at(-1)?.zones.map(({ zoneId }) => zoneId),
      ['b'],
    );
    isBad = true;
    await builder.onChanges([{ ...changed('b'), resource: 'ruleset' }]);
    assert.deepEqual(served(), ['a', 'b'], 'its last good state serves');
  });

  it('rebuilds only the pool when a pool changes, and raises the revision of its zones', async () => {
    const pool = (id: string, name: string) => ({ id, name, accountId: 'account' }) as PoolSnapshot;
    const zones = new Map([['a', zone('a.test')]]);
    const pools = new Map([['p', pool('p', 'first')]]);
    const requested: unknown[] = [];
    const builder = new SnapshotBuilder({
      sections: [{ name: 'zone', resources: ['zone'], build: async () => zones }],
      shared: {
        pools: {
          touchedBy: async ({ resource, resourceId }) => (resource === 'pool' ? [resourceId] : []),
          async build(ids) {
            requested.push(ids);
            return pools;
          },
        },
      },
    });
    const updates: SnapshotUpdate[] = [];
    builder.onUpdate((update) => updates.push(update));
    await builder.buildAll();
    pools.set('p', pool('p', 'second'));
    await builder.onChanges([{ ...changed(null), resource: 'pool', resourceId: 'p' }]);
    assert.deepEqual(requested, ['all', ['p']]);
    assert.deepEqual(updates[1]?.pools, [pool('p', 'second')]);
    assert.deepEqual([updates[1]?.zones, builder.revisionOf('a')], [[], 2]);
    pools.delete('p');
    await builder.onChanges([{ ...changed(null), resource: 'pool', resourceId: 'p' }]);
    assert.deepEqual(updates[2]?.removed.pools, ['p']);
  });

  it('knows which changes are in effect where an older revision is', async () => {
    const { builder, stored } = setUp({ a: zone('a.test') });
    const before = builder.changesUpTo(0);
    await builder.buildAll(40);
    const inEffect = () => [0, 1, 2, 3].map((revision) => builder.changesUpTo(revision));
    assert.deepEqual([before, inEffect()], [-1, [-1, 40, 40, 40]]);
    assert.equal(builder.changeOf('a'), 40);
    stored.set('a', { ...zone('a.test'), paused: true });
    await builder.onChanges([changed('a', 41), changed(null, 43)]);
    assert.deepEqual(inEffect(), [-1, 40, 43, 43]);
    // It changes nothing at the edge.
    await builder.onChanges([{ ...changed(null, 47), resource: 'token' }]);
    assert.deepEqual(inEffect(), [-1, 40, 47, 47]);
    assert.deepEqual([builder.changeOf('a'), builder.changeOf('b')], [43, 0]);
  });

  it('counts a change as in effect only with what was built late', async () => {
    let isBroken = false;
    const stored = new Map([['a', zone('a.test')]]);
    const builder = new SnapshotBuilder({
      sections: [
        {
          name: 'zone',
          resources: ['zone'],
          async build() {
            if (isBroken) throw new Error('broken');
            return stored;
          },
        },
      ],
    });
    await builder.buildAll(5);
    isBroken = true;
    stored.set('a', { ...zone('a.test'), paused: true });
    await builder.onChanges([changed('a', 6)]);
    isBroken = false;
    await builder.retryFailed();
    assert.deepEqual(
      [1, 2, 3].map((revision) => builder.changesUpTo(revision)),
      [5, 5, 6],
    );
    assert.equal(builder.changeOf('a'), 6);
  });

  it('starts from the last good state', async () => {
    const { builder: first } = setUp({ a: zone('a.test') });
    await first.buildAll();
    const builder = new SnapshotBuilder({ sections: [], lastGood: first.current() });
    assert.deepEqual(builder.current(), first.current());
  });

  it('publishes only differences from the last good state', async () => {
    const { builder: first } = setUp({
      a: zone('a.test'),
      b: zone('b.test'),
      gone: zone('c.test'),
    });
    await first.buildAll();
    // JSON drops undefined members, as the file does.
    const lastGood = JSON.parse(JSON.stringify(first.current()));
    const { builder, updates } = setUp(
      { a: zone('a.test'), b: { ...zone('b.test'), paused: true }, d: zone('d.test') },
      lastGood,
    );
    await builder.buildAll();
    const [update] = updates;
    assert.deepEqual(
      { ...update, zones: update?.zones.map(({ zoneId, revision }) => [zoneId, revision]) },
      {
        revision: 2,
        complete: false,
        zones: [
          ['b', 2],
          ['d', 2],
        ],
        pools: [],
        rulesets: [],
        lists: [],
        removed: { ...nothingRemoved, zones: ['gone'] },
      },
    );
    assert.equal(builder.revisionOf('a'), 1);
    assert.deepEqual(
      builder.current().zones.map(({ zoneId }) => zoneId),
      ['a', 'b', 'd'],
    );
  });

  it('refuses two areas that build the same section', () => {
    const section: SnapshotSection<'zone'> = {
      name: 'zone',
      resources: ['zone'],
      build: async () => new Map(),
    };
    assert.throws(
      () => new SnapshotBuilder({ sections: [section, section] }),
      /two areas build the same section/,
    );
  });
});
