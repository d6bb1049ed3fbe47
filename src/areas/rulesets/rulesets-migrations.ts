import type { Migration } from '../../storage/migrator.ts';
import { rulesetTables } from './migrations/0001-ruleset-tables.ts';

/** In the order in which they are applied. */
export const rulesetsMigrations: readonly Migration[] = [rulesetTables];
