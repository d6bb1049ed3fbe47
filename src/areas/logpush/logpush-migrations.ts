import type { Migration } from '../../storage/migrator.ts';
import { logpushBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const logpushMigrations: readonly Migration[] = [logpushBaseline];
