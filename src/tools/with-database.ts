import { migrations, type Tables } from '../app/modules.ts';
import { databaseUnavailable } from '../app/node/core.ts';
import { ensureDataDir } from '../app/node/data-dir.ts';
import { openConfiguredDatabase } from '../app/node/open-database.ts';
import type { Settings } from '../app/settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';

/** Opens the configured database for one command, whether a node runs on it or not, and closes it. */
export async function withDatabase<R>(
  settings: Settings,
  work: (database: Database<Tables>) => Promise<R>,
): Promise<R> {
  ensureDataDir(settings.dataDir);
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
