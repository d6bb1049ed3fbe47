import { auditLogs } from './audit-logs.ts';
import type { Dataset } from './dataset.ts';
import { firewallEvents } from './firewall-events.ts';
import { healthEvents } from './health-events.ts';
import { httpRequests } from './http-requests.ts';
import { pageShieldEvents } from './page-shield-events.ts';

export const datasets: readonly Dataset[] = [
  auditLogs,
  firewallEvents,
  healthEvents,
  httpRequests,
  pageShieldEvents,
];

const byName = new Map(datasets.map((dataset) => [dataset.name, dataset]));

export function findDataset(name: string): Dataset | undefined {
  return byName.get(name);
}
