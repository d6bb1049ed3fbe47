import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN_TOKEN_FILE } from '../app/node/admin-secrets.ts';
import { API_BASE, buildApi } from '../app/node/api.ts';
import { readBootstrapFile } from '../app/node/bootstrap-file.ts';
import { openCore } from '../app/node/core.ts';
import type { Settings } from '../app/settings/settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';

/** The management API, as commands use it. */
export interface ApiClient {
  /** Whether a running node answers, rather than this process. */
  readonly isRemote: boolean;
  call(method: ApiMethod, path: string, body?: unknown): Promise<ApiResult>;
  close(): Promise<void>;
}

type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ApiResult {
  readonly result: unknown;
  readonly result_info?: { readonly total_pages: number };
}

interface Envelope extends ApiResult {
  readonly success: boolean;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
}

/**
 * Connects a command to the API: to the node that runs on this machine, or, when none does, to the
 * same API in this process over the data folder. Either way the call goes through the same checks.
 */
export async function connectApi(settings: Settings): Promise<ApiClient> {
  const { host, port } = settings.apiListen;
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const runs = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  return runs ? remoteApi(base, await adminToken(settings)) : await localApi(settings);
}

function remoteApi(base: string, token: string): ApiClient {
  return {
    isRemote: true,
    async call(method, path, body) {
      const response = await fetch(`${base}${API_BASE}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return unwrap((await response.json()) as Envelope);
    },
    close: async () => {},
  };
}

async function localApi(settings: Settings): Promise<ApiClient> {
  const file = await readBootstrapFile(settings);
  const core = await openCore(settings, silentTelemetry.log, systemClock, file);
  const app = buildApi({ core, settings, telemetry: silentTelemetry, clock: systemClock });
  const token = await adminToken(settings);
  if (core.made.token !== undefined) {
    process.stderr.write(
      `The data folder ${settings.dataDir} was empty: a new installation was made in it. Its administrator token is in the file ${ADMIN_TOKEN_FILE} there.\n`,
    );
  }
  return {
    isRemote: false,
    async call(method, path, body) {
      const response = await app.inject({
        method,
        url: API_BASE + path,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      return unwrap(response.json<Envelope>());
    },
    async close() {
      await app.close();
      await core.close();
    },
  };
}

async function adminToken({ adminToken: chosen, dataDir }: Settings): Promise<string> {
  if (chosen !== undefined) return chosen;
  const file = join(dataDir, ADMIN_TOKEN_FILE);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new PalisadeError(
      'no_admin_token',
      `there is no administrator token in ${file}. Set PALISADE_ADMIN_TOKEN to the one of the node, or PALISADE_DATA_DIR to its data folder.`,
    );
  });
  return text.trim();
}

function unwrap(envelope: Envelope): ApiResult {
  if (envelope.success) return envelope;
  const [first] = envelope.errors;
  if (first && /token is (not known|disabled|expired)/.test(first.message)) {
    throw new PalisadeError(
      'api_refused',
      `${first.message} (${first.code}). Start the node with PALISADE_ADMIN_TOKEN set to give the administrator a new token.`,
    );
  }
  throw new PalisadeError('api_refused', first ? `${first.message} (${first.code})` : 'refused');
}
