import { closeSync, openSync } from 'node:fs';
import { type DiskFullReport, isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import { sqliteDialect } from '../../storage/dialects/sqlite/sqlite-dialect.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import { databaseLocation, type Settings } from '../settings/settings.ts';

const POSTGRES_CONNECTIONS = 20;

/** Opens the database that the settings name. Does not change its schema. */
export async function openConfiguredDatabase<Tables>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  reportDiskFull: DiskFullReport = isDiskFull,
): Promise<Database<Tables>> {
  const location = databaseLocation(settings);
  if (location.kind === 'sqlite') {
    // Readable by its owner only. SQLite gives the files that it creates beside it the same mode.
    closeSync(openSync(location.file, 'a', 0o600));
    return openDatabase<Tables>(sqliteDialect(location.file), reportDiskFull);
  }
  // Loaded only if it is used: most installations run on SQLite.
  const { postgresDialect } = await import('../../storage/dialects/postgres/postgres-dialect.ts');
  return openDatabase<Tables>(
    postgresDialect({
      url: location.url,
      maxConnections: POSTGRES_CONNECTIONS,
      // Not the error itself: the driver attaches the connection to it, with the secret that cancels its queries.
      onConnectionError: ({ message, code }: Error & { code?: unknown }) =>
        log.warn({ code, problem: message }, 'a database connection broke'),
    }),
    reportDiskFull,
  );
}
