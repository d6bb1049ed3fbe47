import { existsSync } from 'node:fs';
import { assertUsable } from '../app/node/data-dir.ts';
import { databaseLocation, type Settings } from '../app/settings/settings.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';

/** Throws if the database file of the settings does not exist: a command that only reads must not create it. */
export function assertInstalled(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): void {
  assertUsable(settings.dataDir);
  const location = databaseLocation(settings);
  if (location.kind !== 'sqlite' || existsSync(location.file)) return;
  throw new PalisadeError(
    'not_installed',
    `there is no installation: ${location.file} does not exist. Start a node with palisade serve, or set PALISADE_DATA_DIR to the data folder of one.`,
  );
}
