import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ruleOf, rulesetOf } from '../../test/support/edge-rules.ts';
import { messageOf, updateOf, zoneOf } from '../../test/support/edge-snapshots.ts';
import type { ListContent, ListSnapshot } from '../contracts/snapshot/list-snapshot.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import { ZoneTable } from './zone-table.ts';

const PHASE = 'http_request_firewall_custom';

const listOf = (name: string, content: ListContent, accountId = 'account'): ListSnapshot => ({
  id: `${accountId} ${name}`,
  accountId,
  name,
  content,
});
const addresses = (name: string, ...items: string[]) => listOf(name, { kind: 'ip', items });

function zoneUsing(name: string, expression: string) {
  const phases = { [PHASE]: rulesetOf('own', [ruleOf('r', 'block', expression)]) };
  return zoneOf(name, { rulesets: { phases } });
}

async function openTable(parts: Partial<SnapshotUpdate>) {
  const table = new ZoneTable(() => {
    throw new Error('there are no origins');
  });
  const apply = (next: Partial<SnapshotUpdate>) => table.apply(messageOf(updateOf(next)));
  await apply({ complete: true, ...parts });
  return { table, apply };
}

const ruleOfZone = (table: ZoneTable, zone: string) =>
  table.zoneOfId(zone)?.rules.phases.get(PHASE)?.[0]?.rules[0];

describe('lists of the zone table', () => {
  it('exist once for all zones, and change without recompiling rules', async () => {
    const zones = Array.from({ length: 50 }, (_, n) =>
      zoneUsing(`z${n}.test`, 'ip.src in $office'),
    );
    const { table, apply } = await openTable({ zones, lists: [addresses('office', '192.0.2.1')] });
    const slot = table.lists.slotOf('account', 'office');
    const before = zones.map(({ zoneId }) => ruleOfZone(table, zoneId)?.test);
    assert.equal(new Set(before).size, 1);
    const { current } = slot;
    assert.deepEqual([current.kind, current.size], ['ip', 1]);
    await apply({ lists: [addresses('office', '198.51.100.0/24', '2001:db8::/32')] });
    assert.equal(table.lists.slotOf('account', 'office'), slot);
    assert.notEqual(slot.current, current);
    assert.equal(slot.current.size, 2);
    assert.deepEqual(
      zones.map(({ zoneId }) => ruleOfZone(table, zoneId)?.test),
      before,
    );
    assert.deepEqual(table.lists.itemCounts, { ip: 2, asn: 0, hostname: 0, redirect: 0 });
  });

  it('count as empty while they are missing, and zones that refer to them are served', async () => {
    const { table, apply } = await openTable({ zones: [zoneUsing('a.test', 'ip.src in $office')] });
    assert.deepEqual(table.problems, []);
    assert.ok(table.zoneOfHost('a.test'));
    const slot = table.lists.slotOf('account', 'office');
    assert.equal(slot.current.kind, 'none');
    await apply({ lists: [addresses('office', '192.0.2.1')] });
    assert.equal(slot.current.kind, 'ip');
    await apply({ removed: { lists: ['account office'] } });
    assert.equal(slot.current.kind, 'none');
    await apply({ lists: [addresses('office', '192.0.2.1')] });
    await apply({ complete: true, zones: [zoneUsing('a.test', 'ip.src in $office')] });
    assert.deepEqual([slot.current.kind, table.lists.ids], ['none', []]);
  });

  it('of two accounts may have the same name', async () => {
    const other = zoneUsing('b.test', 'ip.src in $office');
    const zone = { ...other.sections.zone, accountId: 'other' };
    const { table } = await openTable({
      zones: [
        zoneUsing('a.test', 'ip.src in $office'),
        { ...other, sections: { ...other.sections, zone } },
      ],
      lists: [
        addresses('office', '192.0.2.1'),
        listOf('office', { kind: 'ip', items: ['198.51.100.1', '198.51.100.2'] }, 'other'),
      ],
    });
    assert.notEqual(ruleOfZone(table, 'a.test')?.test, ruleOfZone(table, 'b.test')?.test);
    const sizes = ['account', 'other'].map((id) => table.lists.slotOf(id, 'office').current.size);
    assert.deepEqual(sizes, [1, 2]);
  });
});
