import type {
  EnabledPolicies,
  PolicyFilters,
} from '../../src/areas/notifications/policies/enabled-policy-read-model.ts';
import { ALERT_QUEUE, type Alert } from '../../src/contracts/alert.ts';
import { AlertOutbox } from '../../src/storage/alert-outbox.ts';
import type { CoreTables } from '../../src/storage/core-tables.ts';
import type { Database } from '../../src/storage/database.ts';
import type { DatabaseKind } from './databases.ts';
import { ManualClock } from './manual-clock.ts';

/** What a source of alerts runs with, and the alerts that it has recorded. */
export interface AlertSourceHome<Tables extends CoreTables> {
  readonly database: Database<Tables>;
  readonly clock: ManualClock;
  readonly alerts: AlertOutbox;
  readonly policies: EnabledPolicies;
  /** The filters of the policies that there are, whatever their type. */
  readonly filters: PolicyFilters[];
  /** The alerts since the last call. */
  take(): Promise<Alert[]>;
  remove(): Promise<void>;
}

export async function alertSourceHome<Tables extends CoreTables>(
  kind: DatabaseKind,
): Promise<AlertSourceHome<Tables>> {
  const home = await kind.createMigrated();
  const database = home.open<CoreTables>();
  const clock = new ManualClock();
  const filters: PolicyFilters[] = [];
  return {
    database: database.withTables<Tables>(),
    clock,
    alerts: new AlertOutbox(database, clock),
    policies: { filtersOf: async () => filters },
    filters,
    async take() {
      return await database.transaction(async (tx) => {
        const rows = await tx
          .selectFrom('tasks')
          .select('payload')
          .where('queue', '=', ALERT_QUEUE)
          .orderBy('seq')
          .execute();
        await tx.deleteFrom('tasks').execute();
        return rows.map(({ payload }) => JSON.parse(payload));
      });
    },
    remove: () => home.remove(),
  };
}
