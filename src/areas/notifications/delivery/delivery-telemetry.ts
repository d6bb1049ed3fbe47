import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import { type MechanismType, mechanismTypes } from './channel.ts';
import { deliveryStore } from './delivery-store.ts';

export type DeliveryTelemetry = ReturnType<typeof deliveryTelemetry>;

/** Metrics of deliveries. */
export function deliveryTelemetry({ metrics }: Pick<Telemetry, 'metrics'>) {
  const deliveries = metrics.counter({
    name: 'notification_attempts_total',
    help: 'Attempts to deliver notifications. Failed attempts are retried for a day',
    labels: ['type', 'outcome'],
  });
  const waiting = metrics.gauge({
    name: 'notification_deliveries_waiting',
    help: 'Pending notifications',
    labels: ['type'],
    across: 'max',
  });
  const oldest = metrics.gauge({
    name: 'notification_oldest_waiting_seconds',
    help: 'Age of the oldest pending notification; 0 if there is none',
    labels: ['type'],
    across: 'max',
  });
  return {
    attempted(type: MechanismType, outcome: 'delivered' | 'failed') {
      deliveries.inc({ type, outcome });
    },
    backlog(type: MechanismType, count: number, oldestMs: number) {
      waiting.set({ type }, count);
      oldest.set({ type }, oldestMs / 1_000);
    },
  };
}

/** Measures pending deliveries. All nodes report the same figures. */
export function deliveryBacklogJob(
  database: NotificationsDatabase,
  clock: Clock,
  telemetry: () => DeliveryTelemetry | undefined,
): ScheduledJob {
  return {
    name: 'notification-backlog',
    everyMs: 15_000,
    runsOn: 'node',
    timeoutMs: 15_000,
    async run() {
      const backlogs = await deliveryStore.backlogs(database.read);
      for (const type of mechanismTypes) {
        const { count = 0, oldest = clock.now() } = backlogs.get(type) ?? {};
        telemetry()?.backlog(type, count, Math.max(0, clock.now() - oldest));
      }
    },
  };
}
