import type { AreaModule } from '../areas/area-module.ts';
import {
  type PlatformModule,
  platformModule,
  platformTables,
} from '../areas/platform/platform-module.ts';
import type { PlatformTables } from '../areas/platform/platform-tables.ts';
import { rulesetsModule, rulesetTables } from '../areas/rulesets/rulesets-module.ts';
import type { RulesetsTables } from '../areas/rulesets/rulesets-tables.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../storage/database.ts';
import { coreTables } from '../storage/migrations/0001-core-tables.ts';
import type { Migration } from '../storage/migrator.ts';
import type { Settings } from './settings.ts';

/** Every migration there is. Order within an area matters; areas come in the order of their needs. */
export const migrations: readonly Migration[] = [coreTables, platformTables, rulesetTables];

export type Tables = PlatformTables & RulesetsTables;

/** Settings that areas look at. */
export type ModuleSettings = Pick<
  Settings,
  'expressionCharacters' | 'expressionDepth' | 'expressionRegexes'
>;

/** The product areas. To add one: its module here, its migrations above. */
export function createModules(
  database: Database<Tables>,
  clock: Clock,
  settings: ModuleSettings,
): { readonly all: readonly AreaModule[]; readonly platform: PlatformModule } {
  const platform = platformModule({ database, clock });
  const rulesets = rulesetsModule({
    database,
    clock,
    zones: platform.zones,
    expressionLimits: {
      characters: settings.expressionCharacters,
      depth: settings.expressionDepth,
      regexes: settings.expressionRegexes,
    },
  });
  return { all: [platform, rulesets], platform };
}
