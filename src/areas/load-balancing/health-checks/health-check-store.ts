import { newHexId } from '../../../kernel/hex-id.ts';
import {
  documentStore,
  fromSecretColumns,
  type OpenSecrets,
  toSecretColumns,
} from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { fromFlag } from '../health/health-tables.ts';
import type { Db, LoadBalancingTables } from '../load-balancing-tables.ts';
import type { HealthCheckDocument, HealthCheckRecord } from './health-check-schema.ts';
import type { HealthCheckSecrets } from './health-check-secrets.ts';
import type { CheckState } from './health-check-state.ts';
import type { HealthCheckProbeTable, HealthCheckTable } from './health-check-tables.ts';

/** Earlier than every other time: the health check is due, before all that wait already. */
const AT_ONCE = 0;

export type HealthCheckStore = ReturnType<typeof healthCheckStore>;

/** Health checks, with the values of their headers sealed. A write makes the health check due, and a suspended one is forgotten. */
export function healthCheckStore(secrets: HealthCheckSecrets) {
  const documents = documentStore<
    LoadBalancingTables,
    'health_checks',
    ZoneScope,
    HealthCheckRecord
  >({
    table: 'health_checks',
    toRow: (healthCheck) => ({
      ...toSecretColumns(healthCheck, secrets),
      account_id: healthCheck.accountId,
      zone_id: healthCheck.zoneId,
    }),
    fromRow: (row) => mapHealthCheck(row, (sealed, id) => secrets.read(sealed, id)),
  });
  type List = typeof documents.list;
  return {
    ...documents,

    async find(db: Db, zone: ZoneScope, id: string): Promise<HealthCheckRecord | undefined> {
      const found = await documents.find(db, zone, id);
      return found && (await withStates(db, [found]))[0];
    },

    async list(...[db, zone, query]: Parameters<List>): ReturnType<List> {
      const page = await documents.list(db, zone, query);
      return { ...page, items: await withStates(db, page.items) };
    },

    async insert(db: Db, record: HealthCheckRecord): Promise<void> {
      await documents.insert(db, record);
      await schedule(db, record);
    },

    async update(db: Db, record: HealthCheckRecord): Promise<void> {
      await documents.update(db, record);
      await schedule(db, record);
    },
  };
}

export function mapHealthCheck(
  row: HealthCheckTable,
  open: OpenSecrets<HealthCheckDocument>,
): HealthCheckRecord {
  const { account_id: accountId, zone_id: zoneId } = row;
  return { ...fromSecretColumns(row, open), accountId, zoneId, state: undefined };
}

export function mapState(
  row: Pick<HealthCheckProbeTable, 'healthy' | 'passes' | 'failures' | 'failure_reason'>,
): CheckState {
  const { passes, failures, failure_reason: failureReason } = row;
  return { healthy: fromFlag(row.healthy), passes, failures, failureReason };
}

async function withStates(
  db: Db,
  records: readonly HealthCheckRecord[],
): Promise<HealthCheckRecord[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const rows = await db
    .selectFrom('health_check_probes')
    .selectAll()
    .where('health_check_id', 'in', ids)
    .execute();
  const states = new Map(rows.map((row) => [row.health_check_id, mapState(row)]));
  return records.map((record) => ({ ...record, state: states.get(record.id) }));
}

async function schedule(db: Db, { id, document }: HealthCheckRecord): Promise<void> {
  if (document.suspended) {
    await db.deleteFrom('health_check_probes').where('health_check_id', '=', id).execute();
    return;
  }
  const due = { revision: newHexId(), next_at: AT_ONCE };
  const nothing = { healthy: null, passes: 0, failures: 0, failure_reason: '', incident_id: null };
  await db
    .insertInto('health_check_probes')
    .values({ health_check_id: id, ...nothing, ...due })
    .onConflict((conflict) => conflict.column('health_check_id').doUpdateSet(due))
    .execute();
}
