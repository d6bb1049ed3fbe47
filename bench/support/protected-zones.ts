import { coreRuleset } from '../../src/catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import type { SnapshotUpdate } from '../../src/contracts/snapshot/snapshot-update.ts';
import type { ZoneSections } from '../../src/contracts/snapshot/zone-snapshot.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { executeOf, rulesetOf } from '../../test/support/edge-rules.ts';
import { originOf, siteOf, updateOf } from '../../test/support/edge-snapshots.ts';
import type { Figure } from './benchmark.ts';
import { startEdgeAlone } from './edge-alone.ts';
import { type Memory, reportOf } from './probe.ts';

/** What the rulesets that detect attacks cost in the memory of an edge process, for each zone that deploys both. */
export async function memoryOfProtection(zoneCount: number): Promise<Figure[]> {
  const plain = await memoryWith(zoneCount, () => ({}));
  const protectedZones = await memoryWith(zoneCount, bothRulesets);
  const perZone = (protectedZones - plain) / zoneCount / 1000;
  return [
    { what: 'attack rules: memory of an edge process per zone', value: perZone, unit: 'KB' },
    { what: 'left of 3 KB', value: 3 - perZone, unit: 'KB', floor: 0 },
  ];
}

async function memoryWith(zoneCount: number, rules: () => Partial<ZoneSections>): Promise<number> {
  const edge = await startEdgeAlone(snapshotOf(zoneCount, rules), 'memory');
  try {
    return (await reportOf<Memory>(edge.folder, edge.pid)).used;
  } finally {
    await edge.stop();
  }
}

function snapshotOf(zoneCount: number, rules: () => Partial<ZoneSections>): SnapshotUpdate {
  const sites = Array.from({ length: zoneCount }, (_, n) => {
    const { zone, pool } = siteOf(`zone-${n}.test`, [originOf(9)]);
    return { zone: { ...zone, sections: { ...zone.sections, ...rules() } }, pool };
  });
  return {
    ...updateOf({ zones: sites.map(({ zone }) => zone), pools: sites.map(({ pool }) => pool) }),
    complete: true,
  };
}

function bothRulesets(): Partial<ZoneSections> {
  const rules = [managedRuleset, coreRuleset].map(({ id: rulesetId }) =>
    executeOf(newHexId(), { kind: 'managed', rulesetId }),
  );
  return {
    rulesets: { phases: { http_request_firewall_managed: rulesetOf(newHexId(), rules) } },
  };
}
