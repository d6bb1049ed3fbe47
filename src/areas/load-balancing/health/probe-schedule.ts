import type { Clock } from '../../../kernel/clock.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { Db, LoadBalancingDatabase, Tx } from '../load-balancing-tables.ts';
import type { Monitor } from '../monitors/monitor-model.ts';
import type { MonitorSecrets } from '../monitors/monitor-secrets.ts';
import { dueBounds } from './due-time.ts';
import { dueMembers } from './group-model.ts';
import { memberHealthStore } from './member-health-store.ts';
import { type ProbedPool, probedPools } from './probed-pools.ts';

/** How many pools one transaction updates. */
const BATCH = 200;

/** A pool that is due, with the monitors that must probe it now. */
export interface DuePool extends ProbedPool {
  readonly due: readonly Monitor[];
}

export interface ProbeScheduleOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly secrets: MonitorSecrets;
}

/** Stores which pools are probed and when. New and changed pools are due at once. */
export class ProbeSchedule {
  readonly #options: ProbeScheduleOptions;
  /** Number of the last outbox event that was read; undefined before the first refresh. */
  #cursor: number | undefined;

  constructor(options: ProbeScheduleOptions) {
    this.#options = options;
  }

  /** Applies the changes to pools, monitors and their groups since the last call. */
  async refresh(): Promise<void> {
    const { read } = this.#options.database;
    // Read first: changes that are committed later are found by the next call.
    const last = await lastChange(read);
    if (this.#cursor === undefined) await this.#refreshAll();
    else if (last > this.#cursor) await this.#refreshTouched(this.#cursor);
    this.#cursor = Math.max(last, this.#cursor ?? 0);
  }

  /** Pools that are due, the longest overdue first, without those in `excluded`. */
  async due(limit: number, excluded: ReadonlySet<string>): Promise<DuePool[]> {
    const { by, beyond } = dueBounds(this.#options.clock.now());
    const { read } = this.#options.database;
    const rows = await read
      .selectFrom('pool_probes')
      .select('pool_id')
      .where((eb) => eb.or([eb('next_at', '<=', by), eb('next_at', '>', beyond)]))
      .orderBy('next_at')
      .orderBy('pool_id')
      .limit(limit + excluded.size)
      .execute();
    const ids = rows.map((row) => row.pool_id).filter((id) => !excluded.has(id));
    const pools = await probedPools(read, this.#options.secrets, ids.slice(0, limit));
    const isDue = (at: number) => at <= by || at > beyond;
    const due: DuePool[] = [];
    for (const probed of ids.flatMap((id) => pools.get(id) ?? [])) {
      due.push({ ...probed, due: await dueMonitors(read, probed, isDue) });
    }
    return due;
  }

  async #refreshAll(): Promise<void> {
    for (let after = ''; ; ) {
      const rows = await this.#options.database.read
        .selectFrom('pools')
        .leftJoin('pool_probes', 'pool_probes.pool_id', 'pools.id')
        .select('pools.id')
        .where('pools.id', '>', after)
        .where((eb) =>
          eb.or([
            eb('pools.monitor_id', 'is not', null),
            eb('pools.monitor_group_id', 'is not', null),
            eb('pool_probes.pool_id', 'is not', null),
          ]),
        )
        .orderBy('pools.id')
        .limit(BATCH)
        .execute();
      const last = rows.at(-1);
      if (!last) return;
      await this.#updateProbes(rows.map((row) => row.id));
      after = last.id;
    }
  }

  async #refreshTouched(cursor: number): Promise<void> {
    const { read } = this.#options.database;
    const events = read.selectFrom('outbox').select('resource_id').where('seq', '>', cursor);
    const rows = await read
      .selectFrom('pools')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('id', 'in', events.where('resource', '=', 'pool')),
          eb('monitor_id', 'in', events.where('resource', '=', 'monitor')),
          eb('monitor_group_id', 'in', events.where('resource', '=', 'monitor_group')),
          eb(
            'monitor_group_id',
            'in',
            eb
              .selectFrom('monitor_group_members')
              .select('group_id')
              .where('monitor_id', 'in', events.where('resource', '=', 'monitor')),
          ),
        ]),
      )
      .execute();
    const ids = rows.map((row) => row.id);
    for (let from = 0; from < ids.length; from += BATCH) {
      await this.#updateProbes(ids.slice(from, from + BATCH));
    }
  }

  async #updateProbes(ids: readonly string[]): Promise<void> {
    const { database } = this.#options;
    await database.transaction(async (tx) => {
      const wanted = await probedPools(tx, this.#options.secrets, ids);
      const rows = await tx
        .selectFrom('pool_probes')
        .innerJoin('pools', 'pools.id', 'pool_probes.pool_id')
        .select(['pool_probes.pool_id', 'pool_probes.config', 'pools.account_id'])
        .where('pool_probes.pool_id', 'in', [...ids])
        .execute();
      const known = new Map(rows.map((row) => [row.pool_id, row.config]));
      for (const { pool, config } of wanted.values()) {
        if (known.get(pool.id) !== config) await this.#makeDue(tx, pool.id, config);
      }
      const gone = rows.filter((row) => !wanted.has(row.pool_id));
      for (const row of gone) await this.#forget(tx, row.pool_id, row.account_id);
    });
  }

  async #makeDue(tx: Tx, poolId: string, config: string): Promise<void> {
    const due = { config, next_at: this.#options.clock.now() };
    await tx
      .insertInto('pool_probes')
      .values({ pool_id: poolId, healthy: null, ...due })
      .onConflict((conflict) => conflict.column('pool_id').doUpdateSet(due))
      .execute();
  }

  /** The health of a pool without probes is unknown, and the edge needs this update. */
  async #forget(tx: Tx, poolId: string, accountId: string): Promise<void> {
    await tx.deleteFrom('pool_probes').where('pool_id', '=', poolId).execute();
    await this.#options.changes.announce(tx, healthChanged(poolId, accountId));
  }
}

/** The event after which the pool is compiled again with its new health. */
export function healthChanged(poolId: string, accountId: string) {
  const what = { action: 'update', resource: 'pool_health', resourceId: poolId } as const;
  return { ...what, accountId, zoneId: null };
}

async function dueMonitors(
  db: Db,
  { pool, checks, config }: ProbedPool,
  isDue: (at: number) => boolean,
): Promise<Monitor[]> {
  if (checks.kind === 'monitor') return [checks.monitor];
  return dueMembers(checks.members, await memberHealthStore.find(db, pool.id), config, isDue);
}

async function lastChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}
