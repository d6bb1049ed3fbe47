import type { ExpressionBuilder, Selectable } from 'kysely';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { toFlag } from '../health/health-tables.ts';
import type { TimeRange } from '../health/time-range.ts';
import type { Db, LoadBalancingTables } from '../load-balancing-tables.ts';
import type { HealthCheckRecord } from './health-check-schema.ts';
import type { HealthCheckEventTable } from './health-check-tables.ts';

export type HealthCheckEvent = Selectable<HealthCheckEventTable>;

export interface HealthCheckEventQuery extends PageRequest, TimeRange {
  readonly zoneId: string;
  readonly healthCheckId: string | undefined;
  readonly healthy: boolean | undefined;
}

export interface HealthCheckChange {
  readonly was: boolean | undefined;
  readonly healthy: boolean;
  readonly latest: ProbeResult;
  readonly at: number;
}

/** The history of stand-alone health checks: probes that changed the health. */
export const healthCheckEventStore = {
  /** Returns the sequence number of the event. */
  async insert(
    db: Db,
    { id, zoneId, document }: Pick<HealthCheckRecord, 'id' | 'zoneId' | 'document'>,
    { was, healthy, latest, at }: HealthCheckChange,
  ): Promise<number> {
    const { seq } = await db
      .insertInto('health_check_events')
      .values({
        zone_id: zoneId,
        health_check_id: id,
        name: document.name,
        address: document.address,
        was_healthy: toFlag(was),
        healthy: Number(healthy),
        failure_reason: latest.healthy ? '' : latest.failureReason,
        response_code: latest.responseCode ?? null,
        round_trip_ms: latest.roundTripMs,
        created_at: at,
      })
      .returning('seq')
      .executeTakeFirstOrThrow();
    return seq;
  },

  /** Newest first. */
  async list(db: Db, query: HealthCheckEventQuery): Promise<Page<HealthCheckEvent>> {
    const matching = db
      .selectFrom('health_check_events')
      .where((eb) => eb.and(conditions(eb, query)));
    const events = await matching
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(events, total, query);
  },

  /** Deletes events older than `before`, and the oldest ones beyond `most`. */
  async trim(db: Db, before: number, most: number): Promise<void> {
    await db.deleteFrom('health_check_events').where('created_at', '<', before).execute();
    const beyond = await db
      .selectFrom('health_check_events')
      .select('seq')
      .orderBy('seq', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst();
    if (beyond) await db.deleteFrom('health_check_events').where('seq', '<=', beyond.seq).execute();
  },
};

function conditions(
  eb: ExpressionBuilder<LoadBalancingTables, 'health_check_events'>,
  { zoneId, healthCheckId, healthy, since, until }: HealthCheckEventQuery,
) {
  return [
    eb('zone_id', '=', zoneId),
    ...(healthCheckId === undefined ? [] : [eb('health_check_id', '=', healthCheckId)]),
    ...(healthy === undefined ? [] : [eb('healthy', '=', Number(healthy))]),
    ...(since === undefined ? [] : [eb('created_at', '>=', since)]),
    ...(until === undefined ? [] : [eb('created_at', '<=', until)]),
  ];
}
