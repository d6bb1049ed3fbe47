import type { EnabledPolicies } from '../policies/enabled-policies.ts';
import type { Policy } from '../policies/policy.ts';
import { DEFAULT_SLO } from './origin-error-model.ts';

/** What a policy wants of the origins of a zone. */
export interface Objective {
  readonly zoneId: string;
  /** The share of good responses in percent. */
  readonly slo: number;
}

const originErrorPolicies = (policies: EnabledPolicies): Promise<readonly Policy[]> =>
  policies.ofTypes(['http_alert_origin_error']);

/** The zones that enabled policies name. */
export async function watchedZones(policies: EnabledPolicies): Promise<ReadonlySet<string>> {
  const all = await originErrorPolicies(policies);
  return new Set(all.flatMap(({ filters }) => filters['zones'] ?? []));
}

/** The objectives of enabled policies for some of the zones, each once. */
export async function watchedObjectives(
  policies: EnabledPolicies,
  zoneIds: ReadonlySet<string>,
): Promise<Objective[]> {
  const watched = new Map<string, Objective>();
  for (const { filters } of await originErrorPolicies(policies)) {
    const slo = Number(filters['slo']?.[0] ?? DEFAULT_SLO);
    for (const zoneId of filters['zones'] ?? []) {
      if (zoneIds.has(zoneId)) watched.set(`${zoneId} ${slo}`, { zoneId, slo });
    }
  }
  return [...watched.values()];
}
