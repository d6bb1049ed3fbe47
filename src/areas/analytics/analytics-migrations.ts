import type { Migration } from '../../storage/migrator.ts';
import { analyticsBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const analyticsMigrations: readonly Migration[] = [analyticsBaseline];
