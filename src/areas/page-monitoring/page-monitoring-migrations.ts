import type { Migration } from '../../storage/migrator.ts';
import { pageMonitoringBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const pageMonitoringMigrations: readonly Migration[] = [pageMonitoringBaseline];
