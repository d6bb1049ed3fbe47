import { migrations, type Tables } from '../app/modules.ts';
import { databaseUnavailable } from '../app/node/core.ts';
import { ensureDataDir } from '../app/node/data-dir.ts';
import { openConfiguredDatabase } from '../app/node/open-database.ts';
import type { Settings } from '../app/settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { assertInstalled } from './assert-installed.ts';

/**
 * Opens the configured database for one command, whether a node runs on it or not, and closes it. Only commands
 * that store something create a database where there is none.
 */
export async function withDatabase<R>(
  settings: Settings,
  work: (database: Database<Tables>) => Promise<R>,
  { mayInstall = false }: { readonly mayInstall?: boolean } = {},
): Promise<R> {
  if (mayInstall) ensureDataDir(settings.dataDir);
  else assertInstalled(settings);
  const database = await openConfiguredDatabase<Tables>(settings, silentTelemetry.log);
  try {
    await database.migrate(migrations);
    return await work(database);
  } catch (error) {
    throw database.dialect.isUnavailable(error) ? databaseUnavailable(error) : error;
  } finally {
    await database.close();
  }
}
