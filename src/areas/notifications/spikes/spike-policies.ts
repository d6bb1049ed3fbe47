import type { EnabledPolicies } from '../policies/enabled-policies.ts';
import type { SpikeSeries } from './spike-store.ts';

/** Alert types about spikes of security events. */
const spikeTypes = ['clickhouse_alert_fw_anomaly', 'clickhouse_alert_fw_ent_anomaly'];

/** The series that enabled policies ask for, each once: every zone with every service and host of a policy. */
export async function watchedSeries(policies: EnabledPolicies): Promise<SpikeSeries[]> {
  const watched = new Map<string, SpikeSeries>();
  for (const { filters } of await policies.ofTypes(spikeTypes)) {
    for (const zoneId of filters['zones'] ?? []) {
      for (const service of filters['services'] ?? [null]) {
        for (const host of filters['target_hostname'] ?? [null]) {
          const series = { zoneId, service, host };
          watched.set(JSON.stringify(series), series);
        }
      }
    }
  }
  return [...watched.values()];
}
