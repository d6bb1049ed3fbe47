import type { Db, Tx } from '../load-balancing-tables.ts';
import type { IncidentChanges, OpenIncidents } from './incident-model.ts';

/** Pools and origins that are unhealthy, with the id of the incident. */
export const incidentStore = {
  async open(db: Db, poolId: string): Promise<OpenIncidents> {
    const rows = await db
      .selectFrom('health_incidents')
      .select(['origin_key', 'incident_id'])
      .where('pool_id', '=', poolId)
      .execute();
    return new Map(rows.map((row) => [row.origin_key, row.incident_id]));
  },

  async save(tx: Tx, poolId: string, { started, ended }: IncidentChanges): Promise<void> {
    if (ended.length > 0) {
      await tx
        .deleteFrom('health_incidents')
        .where('pool_id', '=', poolId)
        .where('origin_key', 'in', ended)
        .execute();
    }
    const rows = [...started].map(([key, id]) => ({
      pool_id: poolId,
      origin_key: key,
      incident_id: id,
    }));
    if (rows.length > 0) await tx.insertInto('health_incidents').values(rows).execute();
  },
};
