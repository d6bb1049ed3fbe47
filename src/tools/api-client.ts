import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN_TOKEN_FILE } from '../app/node/admin-secrets.ts';
import { API_BASE } from '../app/node/api-base.ts';
import { listenUrl } from '../app/settings/listen-url.ts';
import { type Settings, settingsTable } from '../app/settings/settings.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { assertInstalled } from './assert-installed.ts';
import { ownNode } from './own-node.ts';

/** How long a busy node may take for a response. */
const PATIENCE_MS = 30_000;

/** The management API, for commands. */
export interface ApiClient {
  /** Whether a running node handles the calls, rather than this process. */
  readonly isRemote: boolean;
  /** Of that node; undefined in this process. */
  readonly address?: string;
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
 * Connects a command to the API of the node that runs on this machine. If no node runs, the command gets
 * the same API in its own process, on the data folder. Calls go through the same checks in both cases. Only
 * commands that store something create an installation where there is none.
 */
export async function connectApi(
  settings: Settings,
  { mayInstall = false }: { readonly mayInstall?: boolean } = {},
): Promise<ApiClient> {
  const running = await runningApi(settings);
  if (running) return running;
  if (!mayInstall) assertInstalled(settings);
  return await localApi(settings);
}

/** The API of the node that runs on this machine, if one does. */
export async function runningApi(
  settings: Settings,
  patienceMs = PATIENCE_MS,
): Promise<ApiClient | undefined> {
  for (const base of apiUrls(settings)) {
    if (await isRunning(base, patienceMs)) return remoteApi(base, await adminToken(settings));
  }
  return undefined;
}

/** Where the API may listen: at the address of the settings, or at that of the node that uses the data folder. */
function apiUrls({ apiListen, dataDir }: Settings): Iterable<string> {
  const configured = listenUrl(apiListen);
  const [listen] = ownNode(dataDir)?.listen ?? [];
  if (!listen) return [configured];
  const isDefault = configured === listenUrl(settingsTable.apiListen.fallback());
  const urls = [configured, listenUrl(listen)];
  return new Set(isDefault ? urls.reverse() : urls);
}

/**
 * Whether a node listens at the address. A node that is slow or unhealthy runs as well: a command that then wrote to the
 * data folder itself would not see its change take effect.
 */
async function isRunning(base: string, patienceMs: number): Promise<boolean> {
  try {
    await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) return false;
    throw new PalisadeError(
      'node_not_responding',
      `something listens at ${base}, but it has not responded for ${patienceMs / 1000} seconds; see its log, or stop it first`,
    );
  }
}

function remoteApi(base: string, token: string): ApiClient {
  return {
    isRemote: true,
    address: base,
    async call(method, path, body) {
      const response = await fetch(`${base}${API_BASE}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const envelope = await response.json().catch(() => {
        throw new PalisadeError(
          'not_our_api',
          `${base} responds, but not as a node does: another program listens there. Set PALISADE_API_LISTEN to the address of the node.`,
        );
      });
      return unwrap(envelope as Envelope);
    },
    close: async () => {},
  };
}

async function localApi(settings: Settings): Promise<ApiClient> {
  // Loaded late, because a command beside a running node does not need the whole API.
  const { openLocalApi } = await import('./local-api.ts');
  const api = await openLocalApi(settings);
  const token = await adminToken(settings);
  return {
    isRemote: false,
    async call(method, path, body) {
      const response = await api.inject({
        method,
        url: API_BASE + path,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      return unwrap(response.json<Envelope>());
    },
    close: () => api.close(),
  };
}

async function adminToken({ adminToken: configured, dataDir }: Settings): Promise<string> {
  if (configured !== undefined) return configured;
  const file = join(dataDir, ADMIN_TOKEN_FILE);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new PalisadeError(
      'no_admin_token',
      `there is no administrator token in ${file}. Set PALISADE_ADMIN_TOKEN to the token of the node, or PALISADE_DATA_DIR to its data folder.`,
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
      `${first.message} (${first.code}). To give the administrator a new token, start the node with PALISADE_ADMIN_TOKEN.`,
    );
  }
  throw new PalisadeError('api_refused', first ? `${first.message} (${first.code})` : 'refused');
}
