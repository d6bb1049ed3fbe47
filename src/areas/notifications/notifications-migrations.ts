import type { Migration } from '../../storage/migrator.ts';
import { notificationTables } from './migrations/0001-notification-tables.ts';

/** In the order in which they are applied. */
export const notificationsMigrations: readonly Migration[] = [notificationTables];
