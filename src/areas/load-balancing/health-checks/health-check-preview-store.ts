import { newHexId } from '../../../kernel/hex-id.ts';
import { fromFlag } from '../health/health-tables.ts';
import type { Db } from '../load-balancing-tables.ts';
import type { HealthCheckDocument } from './health-check-schema.ts';
import type { HealthCheckSecrets } from './health-check-secrets.ts';

const KEEP_MS = 60 * 60 * 1000;
/** Maximum number of previews per zone; a new one replaces the oldest. */
const MOST_PER_ZONE = 100;

export interface HealthCheckPreview {
  readonly id: string;
  readonly zoneId: string;
  readonly document: HealthCheckDocument;
  /** Undefined until the probe has ended. */
  readonly healthy: boolean | undefined;
  readonly failureReason: string;
  readonly createdAt: number;
}

/** Health checks that are probed once, with the values of their headers sealed. They are kept for an hour. */
export const healthCheckPreviewStore = {
  async insert(
    db: Db,
    secrets: HealthCheckSecrets,
    zoneId: string,
    document: HealthCheckDocument,
    now: number,
  ): Promise<HealthCheckPreview> {
    await trim(db, zoneId, now);
    const id = newHexId();
    const sealed = secrets.seal(document, id);
    await db
      .insertInto('health_check_previews')
      .values({
        id,
        zone_id: zoneId,
        document_json: JSON.stringify(sealed.hidden),
        secrets: sealed.secrets,
        healthy: null,
        failure_reason: '',
        created_at: now,
      })
      .execute();
    return { id, zoneId, document, healthy: undefined, failureReason: '', createdAt: now };
  },

  async find(
    db: Db,
    secrets: HealthCheckSecrets,
    id: string,
    now: number,
  ): Promise<HealthCheckPreview | undefined> {
    const row = await db
      .selectFrom('health_check_previews')
      .selectAll()
      .where('id', '=', id)
      .where('created_at', '>', now - KEEP_MS)
      .executeTakeFirst();
    if (!row) return undefined;
    const sealed = { hidden: JSON.parse(row.document_json), secrets: row.secrets };
    return {
      id,
      zoneId: row.zone_id,
      document: secrets.read(sealed, id),
      healthy: fromFlag(row.healthy),
      failureReason: row.failure_reason,
      createdAt: row.created_at,
    };
  },

  async saveResult(
    db: Db,
    id: string,
    { healthy, failureReason }: Pick<HealthCheckPreview, 'failureReason'> & { healthy: boolean },
  ): Promise<void> {
    await db
      .updateTable('health_check_previews')
      .set({ healthy: Number(healthy), failure_reason: failureReason })
      .where('id', '=', id)
      .execute();
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('health_check_previews').where('id', '=', id).execute();
  },
};

/** Removes expired previews, and the oldest ones beyond the limit of the zone. */
async function trim(db: Db, zoneId: string, now: number): Promise<void> {
  const kept = db
    .selectFrom('health_check_previews')
    .select('id')
    .where('zone_id', '=', zoneId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_PER_ZONE - 1);
  await db
    .deleteFrom('health_check_previews')
    .where((eb) =>
      eb.or([
        eb('created_at', '<=', now - KEEP_MS),
        eb.and([eb('zone_id', '=', zoneId), eb('id', 'not in', kept)]),
      ]),
    )
    .execute();
}
