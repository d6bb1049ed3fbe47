import { setImmediate } from 'node:timers/promises';
import { limits } from '../../../catalogs/limits.ts';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import type { HistoryRetention } from './history-retention.ts';

/** Messages per transaction, with their deliveries: on SQLite other writers wait for it. */
const BATCH_SIZE = 200;

export interface HistoryTrimOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly retention: HistoryRetention;
}

/** Deletes old and excess messages with their deliveries. */
export function historyTrimJob(options: HistoryTrimOptions): ScheduledJob {
  return {
    name: 'notification-history-trim',
    everyMs: 3_600_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      for await (const account of accountsWithHistory(options.database)) {
        if (signal.aborted) return;
        const tooOld = options.clock.now() - (await options.retention.keepMs(account.id));
        const before = Math.max(tooOld, await firstToKeep(options.database, account.id));
        if (account.oldest < before) await trim(options.database, account.id, before, signal);
      }
    },
  };
}

/** Reads one index entry for each account. */
async function* accountsWithHistory({ read }: NotificationsDatabase) {
  for (let last = ''; ; await setImmediate()) {
    const row = await read
      .selectFrom('notification_messages')
      .select(['account_id as id', 'created_at as oldest'])
      .where('account_id', '>', last)
      .orderBy('account_id')
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    yield row;
    last = row.id;
  }
}

/** The time of the oldest message within the limit of the account; 0 if it has fewer. */
async function firstToKeep({ read }: NotificationsDatabase, accountId: string): Promise<number> {
  const row = await read
    .selectFrom('notification_messages')
    .select('created_at')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .offset(limits.notificationsPerAccount - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? 0;
}

async function trim(
  database: NotificationsDatabase,
  accountId: string,
  before: number,
  signal: AbortSignal,
): Promise<void> {
  for (; !signal.aborted; await setImmediate()) {
    const { numDeletedRows } = await database.transaction((tx) =>
      tx
        .deleteFrom('notification_messages')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('notification_messages')
            .select('id')
            .where('account_id', '=', accountId)
            .where('created_at', '<', before)
            .orderBy('created_at')
            .limit(BATCH_SIZE),
        )
        .executeTakeFirst(),
    );
    if (numDeletedRows < BATCH_SIZE) return;
  }
}
