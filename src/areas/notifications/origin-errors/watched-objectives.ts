import type { EnabledPolicies } from '../policies/enabled-policies.ts';
import { DEFAULT_SLO } from './origin-error-model.ts';

/** What a policy wants of the origins of a zone. */
export interface Objective {
  readonly zoneId: string;
  /** The share of good responses in percent. */
  readonly slo: number;
}

/** The objectives of all enabled policies, each once. */
export async function watchedObjectives(policies: EnabledPolicies): Promise<Objective[]> {
  const watched = new Map<string, Objective>();
  for (const { filters } of await policies.ofTypes(['http_alert_origin_error'])) {
    for (const zoneId of filters['zones'] ?? []) {
      for (const slo of filters['slo']?.map(Number) ?? [DEFAULT_SLO]) {
        watched.set(`${zoneId} ${slo}`, { zoneId, slo });
      }
    }
  }
  return [...watched.values()];
}
