import type { AreaModule, BootstrapSection } from '../../areas/area-module.ts';
import type { MadeSecrets } from '../../areas/platform/first-start.ts';
import type { PlatformModule } from '../../areas/platform/platform-module.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { isDamagedDatabase } from '../../kernel/disk-errors/sqlite-errors.ts';
import { describeError, PalisadeError } from '../../kernel/palisade-error.ts';
import type { Database } from '../../storage/database.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import {
  createModules,
  migrations,
  type NodeAccess,
  type Tables,
  withoutNode,
} from '../modules.ts';
import type { Settings } from '../settings/settings.ts';
import { keepSecrets } from './admin-secrets.ts';
import { applyBootstrap, type BootstrapFile } from './bootstrap-file.ts';
import { ensureDataDir } from './data-dir.ts';
import { openConfiguredDatabase } from './open-database.ts';

/** The database with an up-to-date schema, and the areas that use it. */
export interface Core {
  readonly database: Database<Tables>;
  readonly modules: readonly AreaModule[];
  readonly platform: PlatformModule;
  /** Secrets that this start created; they are shown once. */
  readonly newSecrets: MadeSecrets;
  /** Applies a bootstrap file again. */
  bootstrap(file: BootstrapFile): Promise<void>;
  close(): Promise<void>;
}

/** `file` is read beforehand, so that an invalid one ends the start before anything is changed. */
export async function openCore(
  settings: Settings,
  log: Logger,
  clock: Clock,
  file: BootstrapFile = {},
  node: NodeAccess = withoutNode,
): Promise<Core> {
  ensureDataDir(settings.dataDir);
  const database = await openConfiguredDatabase<Tables>(settings, log, node.reportDiskFull);
  try {
    const applied = await database.migrate(migrations);
    if (applied.length > 0) log.info({ migrations: applied }, 'the database schema was updated');
    const { all: modules, platform } = createModules(database, clock, settings, node);
    const admin = {
      token: settings.adminToken,
      email: settings.adminEmail,
      key: settings.adminKey,
      createsAccount: (file['accounts'] ?? []).length === 0,
    };
    const newSecrets = await platform.prepareInstallation(admin, (secrets) =>
      keepSecrets(settings.dataDir, secrets),
    );
    const bootstrap = (read: BootstrapFile) => applyBootstrap(read, bootstrapSections(modules));
    await bootstrap(file);
    return {
      database,
      modules,
      platform,
      newSecrets,
      bootstrap,
      async close() {
        // Only last-use times of tokens are lost if the database is unavailable.
        await platform.flush().catch((error) => {
          if (!isDiskFull(error))
            log.warn({ err: error }, 'last-use times of tokens were not saved');
        });
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    const isAway =
      database.dialect.isUnavailable(error) ||
      node.reportDiskFull(error) ||
      isDamagedDatabase(error);
    throw isAway ? databaseUnavailable(error) : error;
  }
}

/** The database cannot be used at the moment. The edge can serve without it. */
export const DATABASE_UNAVAILABLE = 'database_unavailable';

export function databaseUnavailable(cause: unknown): PalisadeError {
  const why = describeError(cause);
  const message = isDamagedDatabase(cause) ? why : `the database does not respond: ${why}`;
  return new PalisadeError(DATABASE_UNAVAILABLE, message, { cause });
}

function bootstrapSections(modules: readonly AreaModule[]): Record<string, BootstrapSection> {
  const sections: Record<string, BootstrapSection> = {};
  for (const [name, section] of modules.flatMap((module) => Object.entries(module.bootstrap))) {
    if (sections[name]) throw new Error(`two areas own the bootstrap section ${name}`);
    sections[name] = section;
  }
  return sections;
}
