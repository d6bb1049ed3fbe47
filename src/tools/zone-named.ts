import type { ApiClient } from './api-client.ts';
import { listAll } from './list-all.ts';

export interface NamedZone {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly paused: boolean;
  readonly plan: { readonly legacy_id: string };
  readonly account: { readonly id: string; readonly name: string };
}

/** The zone with this id or domain name. */
export async function zoneNamed(api: ApiClient, wanted: string): Promise<NamedZone> {
  const zones = await listAll<NamedZone>(api, '/zones');
  const zone = zones.find(({ id, name }) => id === wanted || name === wanted);
  if (!zone) throw new Error(`there is no zone ${wanted}; palisade zone list shows them`);
  return zone;
}
