import type { Migration } from '../../storage/migrator.ts';
import { pageMonitoringBaseline } from './migrations/0001-baseline.ts';
import { pageMonitoringSecrets } from './migrations/0002-secrets.ts';
import { visitorsOfItems } from './migrations/0003-visitors-of-items.ts';

/** In the order in which they are applied. */
export const pageMonitoringMigrations: readonly Migration[] = [
  pageMonitoringBaseline,
  pageMonitoringSecrets,
  visitorsOfItems,
];
