import type { Migration } from '../../storage/migrator.ts';
import { loadBalancingBaseline } from './migrations/0001-baseline.ts';
import { loadBalancingSecrets } from './migrations/0002-secrets.ts';

/** In the order in which they are applied. */
export const loadBalancingMigrations: readonly Migration[] = [
  loadBalancingBaseline,
  loadBalancingSecrets,
];
