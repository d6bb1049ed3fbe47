import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import type { Reach, ReachScope } from '../../../http/principal.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { Db, LoadBalancingTables } from '../load-balancing-tables.ts';
import type { Pool } from '../pools/pool-model.ts';
import type { RoundOutcome } from './health-model.ts';
import { type HealthEventOriginTable, type HealthEventTable, toFlag } from './health-tables.ts';
import type { TimeRange } from './time-range.ts';

export interface HealthEventQuery extends PageRequest, TimeRange {
  /** The accounts whose events the caller may read. */
  readonly reach: Reach;
  readonly poolId: string | undefined;
  readonly poolName: string | undefined;
  readonly poolHealthy: boolean | undefined;
  /** Selects events in which an origin with this name changed, or any origin changed to this health. */
  readonly originName: string | undefined;
  readonly originHealthy: boolean | undefined;
}

export interface HealthEventRange {
  /** Sequence numbers: `after` is exclusive, `upTo` inclusive. */
  readonly after: number;
  readonly upTo: number;
  readonly since: number;
  readonly accountIds: readonly string[];
  readonly limit: number;
}

export interface HealthEvent extends Selectable<HealthEventTable> {
  readonly origins: readonly HealthEventOriginTable[];
}

type Builder = ExpressionBuilder<LoadBalancingTables, 'health_events'>;

/** The history of health: rounds of probes that changed a pool or its origins. */
export const healthEventStore = {
  /** Returns the sequence number of the event. */
  async insert(
    db: Db,
    pool: Pool,
    was: boolean | undefined,
    { changes, poolHealthy }: RoundOutcome,
    now: number,
  ): Promise<number> {
    const { seq } = await db
      .insertInto('health_events')
      .values({
        account_id: pool.accountId,
        pool_id: pool.id,
        pool_name: pool.name,
        minimum_origins: pool.minimumOrigins,
        was_healthy: toFlag(was),
        healthy: toFlag(poolHealthy),
        created_at: now,
      })
      .returning('seq')
      .executeTakeFirstOrThrow();
    const changed = changes.filter((change) => change.was !== change.now.healthy);
    const rows = changed.map(({ origin, was, now: { healthy, latest } }, position) => ({
      event_seq: seq,
      position,
      name: origin.name,
      address: origin.address,
      was_healthy: toFlag(was),
      healthy: toFlag(healthy),
      failure_reason: latest.failureReason,
      response_code: latest.responseCode ?? null,
      round_trip_ms: latest.roundTripMs,
    }));
    if (rows.length > 0) await db.insertInto('health_event_origins').values(rows).execute();
    return seq;
  },

  /** Newest first. */
  async list(db: Db, query: HealthEventQuery): Promise<Page<HealthEvent>> {
    const matching = db
      .selectFrom('health_events')
      .where((eb) => eb.and([withinReach(eb, query.reach), ...filters(eb, query)]));
    const events = await matching
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(await withOrigins(db, events), total, query);
  },

  /** The number of the newest event; 0 if there is none. */
  async last(db: Db): Promise<number> {
    const row = await db
      .selectFrom('health_events')
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.seq ?? 0;
  },

  /** Oldest first. */
  async read(db: Db, { after, upTo, since, accountIds, limit }: HealthEventRange) {
    const events = await db
      .selectFrom('health_events')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .where('created_at', '>=', since)
      .where('account_id', 'in', [...accountIds])
      .orderBy('seq')
      .limit(limit)
      .execute();
    return await withOrigins(db, events);
  },

  /** Deletes events older than `before`, and the oldest ones if there are more than `most` changes in total. */
  async trim(db: Db, before: number, most: number): Promise<void> {
    await db.deleteFrom('health_events').where('created_at', '<', before).execute();
    // The left join also counts events in which no origin changed, only the pool.
    const beyond = await db
      .selectFrom('health_events')
      .leftJoin('health_event_origins', 'event_seq', 'seq')
      .select('seq')
      .orderBy('seq', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst();
    if (beyond) await db.deleteFrom('health_events').where('seq', '<=', beyond.seq).execute();
  },
};

async function withOrigins(
  db: Db,
  events: readonly Selectable<HealthEventTable>[],
): Promise<HealthEvent[]> {
  if (events.length === 0) return [];
  const rows = await db
    .selectFrom('health_event_origins')
    .selectAll()
    .where(
      'event_seq',
      'in',
      events.map(({ seq }) => seq),
    )
    .orderBy('position')
    .execute();
  const bySeq = Map.groupBy(rows, (row) => row.event_seq);
  return events.map((event) => ({ ...event, origins: bySeq.get(event.seq) ?? [] }));
}

function withinReach(eb: Builder, { allow, deny }: Reach): Expression<SqlBool> {
  const inAny = (scopes: readonly ReachScope[]) =>
    eb.or(
      scopes.map(({ accountId }) =>
        accountId === '*' ? eb.and([]) : eb('account_id', '=', accountId),
      ),
    );
  return eb.and([inAny(allow), eb.not(inAny(deny))]);
}

function filters(eb: Builder, query: HealthEventQuery): Expression<SqlBool>[] {
  const { since, until, poolId, poolName, poolHealthy, originName, originHealthy } = query;
  const conditions: Expression<SqlBool>[] = [];
  if (since !== undefined) conditions.push(eb('created_at', '>=', since));
  if (until !== undefined) conditions.push(eb('created_at', '<=', until));
  if (poolId !== undefined) conditions.push(eb('pool_id', '=', poolId));
  if (poolName !== undefined) conditions.push(eb('pool_name', '=', poolName));
  if (poolHealthy !== undefined) conditions.push(eb('healthy', '=', toFlag(poolHealthy)));
  if (originName !== undefined || originHealthy !== undefined) {
    const origins = eb
      .selectFrom('health_event_origins')
      .select('event_seq')
      .whereRef('event_seq', '=', 'health_events.seq')
      .$if(originName !== undefined, (q) => q.where('name', '=', originName ?? ''))
      .$if(originHealthy !== undefined, (q) =>
        q.where('health_event_origins.healthy', '=', toFlag(originHealthy)),
      );
    conditions.push(eb.exists(origins));
  }
  return conditions;
}
