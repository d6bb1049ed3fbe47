import type { AlertKind } from '../../contracts/alert.ts';
import type { AlertType } from './alert-type.ts';
import { loadBalancingAlerts } from './load-balancing-alerts.ts';
import { operationAlerts } from './operation-alerts.ts';
import { pageMonitoringAlerts } from './page-monitoring-alerts.ts';
import { securityEventAlerts } from './security-event-alerts.ts';

/** All types of alerts that this server raises. */
export const alertTypes: readonly AlertType[] = [
  ...loadBalancingAlerts,
  ...operationAlerts,
  ...pageMonitoringAlerts,
  ...securityEventAlerts,
];

const typesByName = new Map(alertTypes.map((each) => [each.type, each]));
const typesByKind = new Map<AlertKind, readonly AlertType[]>(
  alertTypes
    .flatMap(({ kinds }) => kinds)
    .map((kind) => [kind, alertTypes.filter(({ kinds }) => kinds.includes(kind))]),
);

export function alertTypeNamed(type: string): AlertType | undefined {
  return typesByName.get(type);
}

export function alertTypesOf(kind: AlertKind): readonly AlertType[] {
  return typesByKind.get(kind) ?? [];
}
