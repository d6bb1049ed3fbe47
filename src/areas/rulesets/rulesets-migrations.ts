import type { Migration } from '../../storage/migrator.ts';
import { rulesetTables } from './migrations/0001-ruleset-tables.ts';
import { versionSizes } from './migrations/0002-version-sizes.ts';
import { listTables } from './migrations/0003-lists.ts';
import { tokenConfigurationTable } from './migrations/0004-token-configurations.ts';

/** In the order in which they are applied. */
export const rulesetsMigrations: readonly Migration[] = [
  rulesetTables,
  versionSizes,
  listTables,
  tokenConfigurationTable,
];
