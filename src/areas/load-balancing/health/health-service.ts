import type { Clock } from '../../../kernel/clock.ts';
import { ConcurrencyLimit } from '../../../kernel/concurrency-limit.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { LoadBalancingDatabase, Tx } from '../load-balancing-tables.ts';
import { judgeOrigins, type MonitorRound, nextMemberHealth } from './group-model.ts';
import { healthEventStore } from './health-event-store.ts';
import { type HealthByOrigin, nextRound, type RoundOutcome } from './health-model.ts';
import { healthStore } from './health-store.ts';
import { fromFlag, toFlag } from './health-tables.ts';
import { incidentsAfter } from './incident-model.ts';
import { incidentStore } from './incident-store.ts';
import { type HealthByMember, memberHealthStore } from './member-health-store.ts';
import { healthChanged } from './probe-schedule.ts';
import type { ProbedPool } from './probed-pools.ts';

/** Interval of rounds of a group without enabled members. */
const WITHOUT_MEMBERS_MS = 60_000;
/** Rounds of hundreds of pools may end at once. API calls must not queue behind all of them for a database connection. */
const SAVES_AT_ONCE = 4;
/** The members of a group have already applied their thresholds. */
const atOnce = { consecutiveUp: 0, consecutiveDown: 0 };

export interface HealthServiceOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly alerts: AlertOutbox;
}

/** Stores the results of probes, and records the resulting alerts and announcements. */
export class HealthService {
  readonly #options: HealthServiceOptions;
  readonly #saves = new ConcurrencyLimit(SAVES_AT_ONCE);

  constructor(options: HealthServiceOptions) {
    this.#options = options;
  }

  /**
   * Saves the results of a round and the time of the next one. If the pool was changed or removed during the round, the
   * results are outdated and dropped.
   */
  saveRound(probed: ProbedPool, rounds: readonly MonitorRound[]): Promise<void> {
    return this.#saves.run(() => this.#save(probed, rounds));
  }

  async #save(probed: ProbedPool, rounds: readonly MonitorRound[]): Promise<void> {
    const { database, clock, changes, alerts } = this.#options;
    const { pool, config } = probed;
    await database.transaction(async (tx) => {
      const members = await membersAfter(tx, probed, rounds);
      const times = [...(members?.values() ?? rounds)].map(({ nextAt }) => nextAt);
      const nextAt = times.length > 0 ? Math.min(...times) : clock.now() + WITHOUT_MEMBERS_MS;
      const row = await tx
        .updateTable('pool_probes')
        .set({ next_at: nextAt })
        .where('pool_id', '=', pool.id)
        .where('config', '=', config)
        .returning('healthy')
        .executeTakeFirst();
      if (!row) return;
      if (members) await memberHealthStore.replace(tx, pool.id, members);
      const outcome = judge(probed, rounds, members, await healthStore.find(tx, pool.id));
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
        // The lock makes the numbers of events follow the order of commits, so that readers miss none.
        await database.lock(tx, 'health events');
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

/** The health by member of the pool's group after the round; undefined for a pool with one monitor. */
async function membersAfter(
  tx: Tx,
  { pool, checks, config }: ProbedPool,
  rounds: readonly MonitorRound[],
): Promise<HealthByMember | undefined> {
  if (checks.kind === 'monitor') return undefined;
  const known = await memberHealthStore.find(tx, pool.id);
  return nextMemberHealth(checks.members, known, rounds, config);
}

function judge(
  { pool, checks }: ProbedPool,
  rounds: readonly MonitorRound[],
  members: HealthByMember | undefined,
  before: HealthByOrigin,
): RoundOutcome {
  if (checks.kind === 'monitor') {
    return nextRound(pool, before, rounds[0]?.results ?? new Map(), checks.monitor);
  }
  const results = judgeOrigins(pool, checks.members, members ?? new Map(), before);
  return nextRound(pool, before, results, atOnce);
}
