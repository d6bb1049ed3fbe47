import type { AreaModule } from '../areas/area-module.ts';
import {
  type PlatformModule,
  platformModule,
  platformTables,
} from '../areas/platform/platform-module.ts';
import type { PlatformTables } from '../areas/platform/platform-tables.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../storage/database.ts';
import { coreTables } from '../storage/migrations/0001-core-tables.ts';
import type { Migration } from '../storage/migrator.ts';

/** Every migration there is. Order within an area matters; areas come in the order of their needs. */
export const migrations: readonly Migration[] = [coreTables, platformTables];

export type Tables = PlatformTables;

/** The product areas. To add one: its module here, its migrations above. */
export function createModules(
  database: Database<Tables>,
  clock: Clock,
): { readonly all: readonly AreaModule[]; readonly platform: PlatformModule } {
  const platform = platformModule({ database, clock });
  return { all: [platform], platform };
}
