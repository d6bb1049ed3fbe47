import { findPlan } from '../../catalogs/plans.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { Scope } from './resource-model.ts';

/** The scope of a zone's load balancers; undefined when there is no such zone. */
export async function zoneScope(zones: ZoneDirectory, id: string): Promise<Scope | undefined> {
  const zone = await zones.find(id);
  if (!zone) return undefined;
  const tier = findPlan(zone.plan)?.tier ?? 'enterprise';
  return { accountId: zone.account.id, zone: { id, name: zone.name, tier } };
}
