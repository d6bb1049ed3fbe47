import type { Migration } from '../../storage/migrator.ts';
import { notificationsBaseline } from './migrations/0001-baseline.ts';
import { notificationDigests } from './migrations/0002-digests.ts';

/** In the order in which they are applied. */
export const notificationsMigrations: readonly Migration[] = [
  notificationsBaseline,
  notificationDigests,
];
