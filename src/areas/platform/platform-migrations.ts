import type { Migration } from '../../storage/migrator.ts';
import { platformBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const platformMigrations: readonly Migration[] = [platformBaseline];
