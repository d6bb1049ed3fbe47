import type { ScheduledJob } from '../contracts/job.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

/** Feeds read the outbox within seconds. A day covers nodes that were cut off from the database. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/**
 * Removes outbox events that every feed has read long ago. Audit entries are kept. The last event stays, because nodes
 * compare how far they are by its number.
 */
export function outboxTrimJob(database: Database<CoreTables>, clock: Clock): ScheduledJob {
  return {
    name: 'outbox-trim',
    everyMs: 60 * 60 * 1000,
    runsOn: 'cluster',
    timeoutMs: 60_000,
    async run() {
      await database.transaction((tx) =>
        tx
          .deleteFrom('outbox')
          .where('created_at', '<', clock.now() - KEEP_MS)
          .where('seq', '<', (eb) =>
            eb.selectFrom('outbox').select((e) => e.fn.max('seq').as('last')),
          )
          .execute(),
      );
    },
  };
}
