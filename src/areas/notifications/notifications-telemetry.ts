import type { Alert } from '../../contracts/alert.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

export type NotificationsTelemetry = ReturnType<typeof notificationsTelemetry>;

/** Metrics of the notifications area. */
export function notificationsTelemetry({ metrics }: Pick<Telemetry, 'metrics'>) {
  const evaluated = metrics.counter({
    name: 'alerts_evaluated_total',
    help: 'Alerts that were evaluated against the policies of their account',
    labels: ['kind'],
  });
  const matched = metrics.counter({
    name: 'alerts_matched_total',
    help: 'Recipients of evaluated alerts, by the state of the alert: sent, waiting (for others of its group), silenced, dropped (a repetition)',
    labels: ['kind', 'state'],
  });
  return {
    /** `states` has an element for each recipient. */
    evaluated(kind: Alert['kind'], states: readonly string[]) {
      evaluated.inc({ kind });
      for (const state of states) matched.inc({ kind, state });
    },
  };
}
