import type { Migration } from '../../storage/migrator.ts';
import { rulesetsBaseline } from './migrations/0001-baseline.ts';
import { rulesetsSecrets } from './migrations/0002-secrets.ts';
import { rulesetsExceptions } from './migrations/0003-exceptions.ts';
import { rulesetsFilterLists } from './migrations/0004-filter-lists.ts';
import { rulesetsDescriptions } from './migrations/0005-descriptions.ts';
import { rulesetsDescriptionsOfAll } from './migrations/0006-descriptions-of-all.ts';

/** In the order in which they are applied. */
export const rulesetsMigrations: readonly Migration[] = [
  rulesetsBaseline,
  rulesetsSecrets,
  rulesetsExceptions,
  rulesetsFilterLists,
  rulesetsDescriptions,
  rulesetsDescriptionsOfAll,
];
