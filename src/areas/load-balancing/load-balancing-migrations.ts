import type { Migration } from '../../storage/migrator.ts';
import { loadBalancingTables } from './migrations/0001-load-balancing-tables.ts';
import { healthTables } from './migrations/0002-health-tables.ts';
import { healthIncidents } from './migrations/0003-health-incidents.ts';
import { monitorGroups } from './migrations/0004-monitor-groups.ts';
import { originErrors } from './migrations/0005-origin-errors.ts';

/** In the order in which they are applied. */
export const loadBalancingMigrations: readonly Migration[] = [
  loadBalancingTables,
  healthTables,
  healthIncidents,
  monitorGroups,
  originErrors,
];
