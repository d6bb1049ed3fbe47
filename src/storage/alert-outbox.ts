import type { Transaction } from 'kysely';
import { ALERT_QUEUE, type Alert } from '../contracts/alert.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskStore } from './task-store.ts';

/** Areas record alerts here. The code that evaluates alerts takes them from the task queue. */
export class AlertOutbox {
  readonly #tasks: TaskStore;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#tasks = new TaskStore(database, clock);
  }

  /**
   * Records alerts in the transaction that makes them true: they exist if and only if it commits. An alert
   * that is already in the queue is not added again. Call it late in the transaction, but before
   * `ChangeLog.append`; see `TaskStore.enqueueAll`.
   */
  async record<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    alerts: readonly Alert[],
  ): Promise<void> {
    await this.#tasks.enqueueAll(
      tx,
      ALERT_QUEUE,
      alerts.map((alert) => ({ payload: alert, id: alert.id, ...orderOf(alert) })),
    );
  }
}

/** Alerts about one pool or health check are evaluated in the order in which they happened. Other alerts need no order. */
function orderOf(alert: Alert): { readonly key?: string } {
  if ('poolId' in alert) return { key: alert.poolId };
  return 'healthCheckId' in alert ? { key: alert.healthCheckId } : {};
}
