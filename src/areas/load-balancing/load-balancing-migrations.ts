import type { Migration } from '../../storage/migrator.ts';
import { loadBalancingBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const loadBalancingMigrations: readonly Migration[] = [loadBalancingBaseline];
