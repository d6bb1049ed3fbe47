import type { Migration } from '../../storage/migrator.ts';
import { logpushTables } from './migrations/0001-logpush-tables.ts';
import { liveSessions } from './migrations/0002-live-sessions.ts';

/** In the order in which they are applied. */
export const logpushMigrations: readonly Migration[] = [logpushTables, liveSessions];
