import type { Migration } from '../../storage/migrator.ts';
import { firewallMigrationBaseline } from './migrations/0001-baseline.ts';
import { comparedSince } from './migrations/0002-compared-since.ts';

/** In the order in which they are applied. */
export const firewallMigrationMigrations: readonly Migration[] = [
  firewallMigrationBaseline,
  comparedSince,
];
