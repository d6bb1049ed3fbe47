import type { Migration } from '../../storage/migrator.ts';
import { platformTables } from './migrations/0001-platform-tables.ts';

/** In the order in which they are applied. */
export const platformMigrations: readonly Migration[] = [platformTables];
