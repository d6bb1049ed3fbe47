import type { Transaction } from 'kysely';
import { ALERT_QUEUE, type Alert } from '../contracts/alert.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskStore } from './task-store.ts';

/** Where areas leave what is worth an alert; whoever evaluates alerts takes it from the queue. */
export class AlertOutbox {
  readonly #tasks: TaskStore;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#tasks = new TaskStore(database, clock);
  }

  /**
   * Records alerts in the transaction that makes them true: they are there if and only if it commits. An
   * alert that waits already is not added again. Call it late in the transaction, but before
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

/** What happens to one pool is told in the order in which it happened; other alerts stand for themselves. */
function orderOf(alert: Alert): { readonly key?: string } {
  return 'poolId' in alert ? { key: alert.poolId } : {};
}
