import type { Db, Tx } from '../load-balancing-tables.ts';
import type { Objective } from './watched-objectives.ts';

/** An objective that is missed. */
export interface OriginIncident extends Objective {
  readonly id: string;
}

/** Open incidents. */
export const originIncidentStore = {
  async list(db: Db): Promise<OriginIncident[]> {
    const rows = await db
      .selectFrom('origin_error_incidents')
      .select(['zone_id', 'slo', 'incident_id'])
      .execute();
    return rows.map((row) => ({ id: row.incident_id, zoneId: row.zone_id, slo: Number(row.slo) }));
  },

  /** False if there is one for this objective already. */
  async open(tx: Tx, { id, zoneId, slo }: OriginIncident, startedAt: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('origin_error_incidents')
      .values({ zone_id: zoneId, slo: String(slo), incident_id: id, started_at: startedAt })
      .onConflict((conflict) => conflict.columns(['zone_id', 'slo']).doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows) === 1;
  },

  /** False if it was closed already. */
  async close(tx: Tx, { id }: Pick<OriginIncident, 'id'>): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('origin_error_incidents')
      .where('incident_id', '=', id)
      .executeTakeFirst();
    return Number(numDeletedRows) === 1;
  },
};
