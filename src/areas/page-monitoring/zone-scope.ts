import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { zoneGone } from './page-monitoring-errors.ts';

/** What this area wants to know of a zone. */
export interface ZoneScope {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly plan: string;
  readonly createdAt: number;
}

export type ZoneFinder = (zoneId: string) => Promise<ZoneScope>;

export function zoneFinder(zones: ZoneDirectory): ZoneFinder {
  return async (zoneId) => {
    const zone = await zones.find(zoneId);
    if (!zone) throw zoneGone();
    const { id, name, plan, createdAt } = zone;
    return { id, name, plan, createdAt, accountId: zone.account.id };
  };
}
