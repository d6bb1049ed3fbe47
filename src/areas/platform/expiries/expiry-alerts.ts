import type { Transaction } from 'kysely';
import type { AlertOf } from '../../../contracts/alert.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';

export type ExpiryAlert = AlertOf<'certificate_expiring'> | AlertOf<'token_expiring'>;

export interface ExpiryAlertsOptions {
  readonly database: PlatformDatabase;
  readonly clock: Clock;
  readonly alerts: AlertOutbox;
}

/** Alerts that a transaction records. */
const LOT = 100;

/** Records each alert once for ever, however many nodes and runs of a job find its reason. */
export async function recordOnce(
  { database, clock, alerts }: ExpiryAlertsOptions,
  found: readonly ExpiryAlert[],
): Promise<void> {
  for (let from = 0; from < found.length; from += LOT) {
    const lot = found.slice(from, from + LOT);
    const known = await knownAmong(database.read, lot);
    if (known.size === lot.length) continue;
    await database.transaction(async (tx) => {
      const added = await add(tx, lot, clock.now());
      await alerts.record(
        tx,
        lot.filter(({ id }) => added.has(id)),
      );
    });
  }
}

async function knownAmong(
  db: PlatformDatabase['read'],
  alerts: readonly ExpiryAlert[],
): Promise<ReadonlySet<string>> {
  const ids = alerts.map(({ id }) => id);
  const rows = await db
    .selectFrom('expiry_warnings')
    .select('alert_id')
    .where('alert_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.alert_id));
}

/** Returns the ids that are new, and forgets what is over. */
async function add(
  tx: Transaction<PlatformTables>,
  alerts: readonly ExpiryAlert[],
  now: number,
): Promise<ReadonlySet<string>> {
  await tx.deleteFrom('expiry_warnings').where('expires_at', '<=', now).execute();
  const rows = await tx
    .insertInto('expiry_warnings')
    .values(alerts.map(({ id, expiresAt }) => ({ alert_id: id, expires_at: expiresAt })))
    .onConflict((conflict) => conflict.column('alert_id').doNothing())
    .returning('alert_id')
    .execute();
  return new Set(rows.map((row) => row.alert_id));
}
