import type { Migration } from '../../storage/migrator.ts';
import { notificationTables } from './migrations/0001-notification-tables.ts';
import { sourceTables } from './migrations/0002-source-tables.ts';
import { eventSpikes } from './migrations/0003-event-spikes.ts';

/** In the order in which they are applied. */
export const notificationsMigrations: readonly Migration[] = [
  notificationTables,
  sourceTables,
  eventSpikes,
];
