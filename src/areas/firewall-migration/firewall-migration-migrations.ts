import type { Migration } from '../../storage/migrator.ts';
import { firewallMigrationBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const firewallMigrationMigrations: readonly Migration[] = [firewallMigrationBaseline];
