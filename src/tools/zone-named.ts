import type { ApiClient } from './api-client.ts';
import { didYouMean } from './did-you-mean.ts';
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
  const zone = zones.find(({ id, name }) => id === wanted || name === wanted.toLowerCase());
  if (zone) return zone;
  const names = zones.map(({ name }) => name);
  throw new Error(
    `there is no zone ${wanted}; palisade zone list shows them.${didYouMean(wanted, names)}`,
  );
}
