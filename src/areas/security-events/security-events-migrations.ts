import type { Migration } from '../../storage/migrator.ts';
import { securityEventTables } from './migrations/0001-security-event-tables.ts';
import { requestTraceTables } from './migrations/0002-request-trace-tables.ts';
import { eventCounts } from './migrations/0003-event-counts.ts';
import { searchKeys } from './migrations/0004-search-keys.ts';
import { eventBuckets } from './migrations/0005-event-buckets.ts';
import { eventActionBuckets } from './migrations/0006-event-action-buckets.ts';
import { eventSpikes } from './migrations/0007-event-spikes.ts';

/** In the order in which they are applied. */
export const securityEventsMigrations: readonly Migration[] = [
  securityEventTables,
  requestTraceTables,
  eventCounts,
  searchKeys,
  eventBuckets,
  eventActionBuckets,
  eventSpikes,
];
