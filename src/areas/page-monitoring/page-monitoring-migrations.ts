import type { Migration } from '../../storage/migrator.ts';
import { pagePolicyTables } from './migrations/0001-policy-tables.ts';
import { pageInventoryTables } from './migrations/0002-inventory-tables.ts';
import { pageViolationAndNoteTables } from './migrations/0003-violation-and-note-tables.ts';
import { pageScriptFetches } from './migrations/0004-script-fetches.ts';
import { threatFeeds } from './migrations/0005-threat-feeds.ts';
import { pageVisitorHashes } from './migrations/0006-visitor-hashes.ts';
import { pageScriptCopies } from './migrations/0007-script-copies.ts';
import { pageNoteHashes } from './migrations/0008-note-hashes.ts';
import { pagePositions } from './migrations/0009-positions.ts';
import { pageSharedPositions } from './migrations/0010-shared-positions.ts';

/** In the order in which they are applied. */
export const pageMonitoringMigrations: readonly Migration[] = [
  pagePolicyTables,
  pageInventoryTables,
  pageViolationAndNoteTables,
  pageScriptFetches,
  threatFeeds,
  pageVisitorHashes,
  pageScriptCopies,
  pageNoteHashes,
  pagePositions,
  pageSharedPositions,
];
