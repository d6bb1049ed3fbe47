import type { Clock } from '../../../kernel/clock.ts';
import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { healthEventStore } from './health-event-store.ts';
import { nextRound } from './health-model.ts';
import { healthStore } from './health-store.ts';
import { fromFlag, toFlag } from './health-tables.ts';
import { incidentsAfter } from './incident-model.ts';
import { incidentStore } from './incident-store.ts';
import { healthChanged, type ProbedPool } from './probe-schedule.ts';

export interface HealthServiceOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly alerts: AlertOutbox;
}

/** Stores the results of probes, with the alerts and announcements that follow from them. */
export class HealthService {
  readonly #options: HealthServiceOptions;

  constructor(options: HealthServiceOptions) {
    this.#options = options;
  }

  /**
   * Saves a round of probes and the time of the next one. If the pool was changed or removed during the
   * round, the results are dropped: they no longer describe it.
   */
  async saveRound(
    { pool, monitor, config }: ProbedPool,
    results: ReadonlyMap<string, ProbeResult>,
    nextAt: number,
  ): Promise<void> {
    const { database, clock, changes, alerts } = this.#options;
    await database.transaction(async (tx) => {
      const row = await tx
        .updateTable('pool_probes')
        .set({ next_at: nextAt })
        .where('pool_id', '=', pool.id)
        .where('config', '=', config)
        .returning('healthy')
        .executeTakeFirst();
      if (!row) return;
      const outcome = nextRound(pool, await healthStore.find(tx, pool.id), results, monitor);
      await healthStore.replace(tx, pool.id, outcome.origins);
      const was = fromFlag(row.healthy);
      const poolChanged = was !== outcome.poolHealthy;
      if (poolChanged) {
        await tx
          .updateTable('pool_probes')
          .set({ healthy: toFlag(outcome.poolHealthy) })
          .where('pool_id', '=', pool.id)
          .execute();
      }
      if (poolChanged || outcome.changes.some((change) => change.was !== change.now.healthy)) {
        const at = clock.now();
        const id = await healthEventStore.insert(tx, pool, was, outcome, at);
        const open = await incidentStore.open(tx, pool.id);
        const incidents = incidentsAfter(pool, outcome, open, { id, at });
        await incidentStore.save(tx, pool.id, incidents);
        await alerts.record(tx, incidents.alerts);
      }
      if (poolChanged || outcome.mustAnnounce) {
        await changes.announce(tx, healthChanged(pool.id, pool.accountId));
      }
    });
  }
}
