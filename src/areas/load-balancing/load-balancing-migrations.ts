import type { Migration } from '../../storage/migrator.ts';
import { loadBalancingBaseline } from './migrations/0001-baseline.ts';
import { loadBalancingSecrets } from './migrations/0002-secrets.ts';
import { loadBalancingHealthChecks } from './migrations/0003-health-checks.ts';

/** In the order in which they are applied. */
export const loadBalancingMigrations: readonly Migration[] = [
  loadBalancingBaseline,
  loadBalancingSecrets,
  loadBalancingHealthChecks,
];
