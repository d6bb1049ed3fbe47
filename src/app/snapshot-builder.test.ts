import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SnapshotSection } from '../areas/area-module.ts';
import type { ChangeEvent } from '../contracts/change.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSection } from '../contracts/snapshot/zone-section.ts';
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

/** An area whose stored zones the test changes by hand, and that remembers what it was asked for. */
function setUp(initial: Record<string, ZoneSection>) {
  const stored = new Map(Object.entries(initial));
  const asked: (readonly string[] | 'all')[] = [];
  const section: SnapshotSection<'zone'> = {
    name: 'zone',
    resources: ['zone'],
    async build(zoneIds) {
      asked.push(zoneIds);
      const wanted = [...stored].filter(([id]) => zoneIds === 'all' || zoneIds.includes(id));
      return new Map(wanted);
    },
  };
  const builder = new SnapshotBuilder([section]);
  const updates: SnapshotUpdate[] = [];
  builder.onUpdate((update) => updates.push(update));
  return { builder, stored, asked, updates };
}

describe('snapshot builder', () => {
  it('is empty before anything was read', () => {
    const { builder } = setUp({ a: zone('a.test') });
    assert.deepEqual(builder.current(), {
      revision: 0,
      complete: true,
      zones: [],
      removedZoneIds: [],
    });
  });

  it('holds every zone after the first build, and tells nobody about it', async () => {
    const { builder, updates, asked } = setUp({ a: zone('a.test'), b: zone('b.test') });
    await builder.buildAll();
    assert.deepEqual(builder.current(), {
      revision: 1,
      complete: true,
      zones: [
        { zoneId: 'a', sections: { zone: zone('a.test') } },
        { zoneId: 'b', sections: { zone: zone('b.test') } },
      ],
      removedZoneIds: [],
    });
    assert.deepEqual(asked, ['all']);
    assert.deepEqual(updates, []);
  });

  it('rebuilds only the zones that changes name, each once', async () => {
    const { builder, stored, asked, updates } = setUp({ a: zone('a.test'), b: zone('b.test') });
    await builder.buildAll();
    stored.set('b', { ...zone('b.test'), paused: true });
    await builder.onChanges([changed('b', 1), changed(null, 2), changed('b', 3)]);
    assert.deepEqual(asked.slice(1), [['b']]);
    assert.deepEqual(updates, [
      {
        revision: 2,
        complete: false,
        zones: [{ zoneId: 'b', sections: { zone: { ...zone('b.test'), paused: true } } }],
        removedZoneIds: [],
      },
    ]);
    assert.equal(builder.current().zones.length, 2);
    assert.equal(builder.current().revision, 2);
  });

  it('adds a zone that is new and renames one that has another name', async () => {
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
    assert.deepEqual(updates[0]?.zones, builder.current().zones);
  });

  it('removes a zone that is gone, also one it never knew', async () => {
    const { builder, stored, updates } = setUp({ a: zone('a.test'), b: zone('b.test') });
    await builder.buildAll();
    stored.delete('a');
    await builder.onChanges([changed('a'), changed('unknown')]);
    assert.deepEqual(updates[0]?.zones, []);
    assert.deepEqual(updates[0]?.removedZoneIds, ['a', 'unknown']);
    assert.deepEqual(
      builder.current().zones.map(({ zoneId }) => zoneId),
      ['b'],
    );
  });

  it('rebuilds all zones of an account whose own resources changed', async () => {
    const other = { ...zone('c.test'), accountId: 'other' };
    const { builder, asked } = setUp({ a: zone('a.test'), b: zone('b.test'), c: other });
    await builder.buildAll();
    await builder.onChanges([{ ...changed(null), accountId: zone('a.test').accountId }]);
    assert.deepEqual(asked.slice(1), [['a', 'b']]);
  });

  it('does nothing for changes that concern no zone', async () => {
    const { builder, asked, updates } = setUp({ a: zone('a.test') });
    await builder.buildAll();
    await builder.onChanges([changed(null), changed(null)]);
    await builder.onChanges([]);
    assert.deepEqual([asked.length, updates.length, builder.current().revision], [1, 0, 1]);
  });

  it('keeps what it had when a section cannot be built', async () => {
    let broken = false;
    const builder = new SnapshotBuilder([
      {
        name: 'zone',
        resources: ['zone'],
        async build() {
          if (broken) throw new Error('database away');
          return new Map([['a', zone('a.test')]]);
        },
      },
    ]);
    await builder.buildAll();
    const before = builder.current();
    broken = true;
    await assert.rejects(builder.onChanges([changed('a')]), /database away/);
    assert.deepEqual(builder.current(), before);
  });

  it('refuses two areas that build the same section', () => {
    const section: SnapshotSection<'zone'> = {
      name: 'zone',
      resources: ['zone'],
      build: async () => new Map(),
    };
    assert.throws(
      () => new SnapshotBuilder([section, section]),
      /two areas build the same section/,
    );
  });
});
