import type { Migration } from '../../storage/migrator.ts';
import { platformTables } from './migrations/0001-platform-tables.ts';
import { urlNormalizationTable } from './migrations/0002-url-normalizations.ts';
import { zoneSettingTables } from './migrations/0003-zone-settings.ts';
import { expiryWarnings } from './migrations/0004-expiry-warnings.ts';

/** In the order in which they are applied. */
export const platformMigrations: readonly Migration[] = [
  platformTables,
  urlNormalizationTable,
  zoneSettingTables,
  expiryWarnings,
];
