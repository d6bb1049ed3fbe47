import type { FastifyInstance } from 'fastify';
import { ADMIN_TOKEN_FILE } from '../app/node/admin-secrets.ts';
import { buildApi } from '../app/node/api.ts';
import { readBootstrapFile } from '../app/node/bootstrap-file.ts';
import { openCore } from '../app/node/core.ts';
import type { Settings } from '../app/settings/settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';

/** The management API in this process. */
interface LocalApi extends Pick<FastifyInstance, 'inject'> {
  close(): Promise<void>;
}

/** Opens the API on the data folder. If the folder has no installation, one is created. */
export async function openLocalApi(settings: Settings): Promise<LocalApi> {
  const file = await readBootstrapFile(settings);
  const core = await openCore(settings, silentTelemetry.log, systemClock, file);
  const app = buildApi({ core, settings, telemetry: silentTelemetry, clock: systemClock });
  if (core.newSecrets.token !== undefined) {
    process.stderr.write(
      `The data folder ${settings.dataDir} was empty, so a new installation was created in it. Its administrator token is in the file ${ADMIN_TOKEN_FILE} there.\n`,
    );
  }
  return {
    inject: app.inject.bind(app),
    async close() {
      await app.close();
      await core.close();
    },
  };
}
