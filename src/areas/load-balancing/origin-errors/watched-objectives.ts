import { DEFAULT_SLO } from '../../../catalogs/alert-types/operation-alerts.ts';
import type {
  EnabledPolicies,
  PolicyFilters,
} from '../../notifications/policies/enabled-policy-read-model.ts';

/** What a policy wants of the origins of a zone. */
export interface Objective {
  readonly zoneId: string;
  /** The share of good responses in percent. */
  readonly slo: number;
}

const originErrorFilters = (policies: EnabledPolicies): Promise<readonly PolicyFilters[]> =>
  policies.filtersOf(['http_alert_origin_error']);

/** The zones that enabled policies name. */
export async function watchedZones(policies: EnabledPolicies): Promise<ReadonlySet<string>> {
  const all = await originErrorFilters(policies);
  return new Set(all.flatMap((filters) => filters['zones'] ?? []));
}

/** The objectives of enabled policies for some of the zones, each once. */
export async function watchedObjectives(
  policies: EnabledPolicies,
  zoneIds: ReadonlySet<string>,
): Promise<Objective[]> {
  const watched = new Map<string, Objective>();
  for (const filters of await originErrorFilters(policies)) {
    const slo = Number(filters['slo']?.[0] ?? DEFAULT_SLO);
    for (const zoneId of filters['zones'] ?? []) {
      if (zoneIds.has(zoneId)) watched.set(`${zoneId} ${slo}`, { zoneId, slo });
    }
  }
  return [...watched.values()];
}
