import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrations } from '../app/modules.ts';
import { ADMIN_TOKEN_FILE } from '../app/node/admin-secrets.ts';
import { credentialsFolder, ensureDataDir } from '../app/node/data-dir.ts';
import { openConfiguredDatabase } from '../app/node/open-database.ts';
import { listenProblem } from '../app/node/port-check.ts';
import { PINNED_NODE } from '../app/node/version.ts';
import {
  databaseLocation,
  type ListenAddress,
  type Settings,
  unknownVariables,
} from '../app/settings/settings.ts';
import { Certificates } from '../edge/certificates.ts';
import { systemClock } from '../kernel/clock.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { GuardedClient } from '../outbound/guarded-client.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { listStores } from './credentials/credential-stores.ts';

/** What a check found. `advice` says what to do about it. */
export interface Finding {
  readonly state: 'good' | 'look' | 'bad';
  readonly check: string;
  readonly detail: string;
  readonly advice?: string;
}

type Outcome = Omit<Finding, 'check'>;
type Check = readonly [name: string, run: () => Promise<Outcome>];

const LEAST_FREE_BYTES = 1024 ** 3;
const MOST_CLOCK_DIFFERENCE_MS = 2_000;

const good = (detail: string): Outcome => ({ state: 'good', detail });
const look = (detail: string, advice: string): Outcome => ({ state: 'look', detail, advice });
const bad = (detail: string, advice: string): Outcome => ({ state: 'bad', detail, advice });

/** Looks at everything a node needs before it is started, and says what to do about what is wrong. */
export async function* examine(
  settings: Settings,
  sources: Readonly<Record<string, string | undefined>>,
): AsyncGenerator<Finding> {
  const checks: readonly Check[] = [
    ['settings', async () => checkVariables(sources)],
    ['runtime', async () => checkRuntime()],
    ['data folder', () => checkDataFolder(settings.dataDir)],
    ['secrets', () => checkSecrets(settings)],
    ['API port', () => checkPort(settings.apiListen, 'PALISADE_API_LISTEN')],
    ['edge port', () => checkPort(settings.edgeListen, 'PALISADE_EDGE_LISTEN')],
    ...tlsChecks(settings),
    ['database', () => checkDatabase(settings)],
    ['credentials', () => checkCredentials(settings.dataDir)],
  ];
  for (const [check, run] of checks) {
    const outcome = await run().catch((error: unknown) =>
      bad(describeError(error), 'This check itself failed; the message says why.'),
    );
    yield { check, ...outcome };
  }
}

function tlsChecks({ edgeTlsListen, edgeTlsDir }: Settings): readonly Check[] {
  if (!edgeTlsListen) return [];
  return [
    ['edge TLS port', () => checkPort(edgeTlsListen, 'PALISADE_EDGE_TLS_LISTEN')],
    ['certificates', () => checkCertificates(edgeTlsDir)],
  ];
}

/** Says whether the platform would call a URL, such as a webhook's or a log destination's. */
export async function examineUrl(settings: Settings, url: string): Promise<Finding> {
  const client = new GuardedClient({ allow: settings.outboundAllow });
  try {
    await client.checkReachable(url);
    return { check: 'URL', ...good('outgoing requests may go there') };
  } catch (error) {
    const advice =
      'If it is yours and meant to be reached, add its range to PALISADE_OUTBOUND_ALLOW.';
    return { check: 'URL', ...bad(describeError(error), advice) };
  } finally {
    await client.close();
  }
}

function checkVariables(sources: Readonly<Record<string, string | undefined>>): Outcome {
  const unknown = unknownVariables(sources);
  if (unknown.length === 0) return good('every PALISADE_ variable is known');
  return look(
    `no effect: ${unknown.join(', ')}`,
    'Check the spelling; palisade serve --help lists all.',
  );
}

function checkRuntime(): Outcome {
  const version = process.versions.node;
  if (version === PINNED_NODE) return good(`Node ${version}`);
  return look(
    `Node ${version}, tested with ${PINNED_NODE}`,
    'Start it with npm start, which uses the right one.',
  );
}

async function checkDataFolder(folder: string): Promise<Outcome> {
  try {
    ensureDataDir(folder);
  } catch (error) {
    return bad(describeError(error), 'Give this user the folder, or set PALISADE_DATA_DIR.');
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${folder}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free < LEAST_FREE_BYTES
    ? look(text, 'Free some space: the database and the logs on their way need it.')
    : good(text);
}

async function checkSecrets({ dataDir, adminToken }: Settings): Promise<Outcome> {
  if (adminToken !== undefined) {
    return adminToken.length >= 32
      ? good('the administrator token comes from the settings')
      : look(
          'the administrator token of the settings is short',
          'Use 32 random characters or more.',
        );
  }
  const file = join(dataDir, ADMIN_TOKEN_FILE);
  if (!existsSync(file)) return good('no administrator token yet; the first start makes one');
  const { mode } = await stat(file);
  return (mode & 0o077) === 0
    ? good('the administrator token is readable by its owner only')
    : bad(
        `${file} can be read by others`,
        `Run chmod 600 ${file}, then palisade token revoke it and make another.`,
      );
}

async function checkPort(address: ListenAddress, variable: string): Promise<Outcome> {
  const { host, port } = address;
  const error = await listenProblem(address);
  if (!error) return good(`${host}:${port} is free`);
  if (error.code === 'EADDRINUSE') {
    return look(
      `${host}:${port} is in use`,
      `Fine if a node runs already; otherwise set ${variable}.`,
    );
  }
  return bad(
    `cannot listen on ${host}:${port}: ${error.message}`,
    `Set ${variable} to an address of this machine.`,
  );
}

async function checkCertificates(folder: string | undefined): Promise<Outcome> {
  if (folder === undefined) {
    return bad(
      'no folder is set',
      'Set PALISADE_EDGE_TLS_DIR, which PALISADE_EDGE_TLS_LISTEN needs.',
    );
  }
  const refused: string[] = [];
  let usable = 0;
  const certificates = new Certificates({
    folder,
    onRefused: (file, problem) => refused.push(`${file} cannot be used: ${problem}`),
    onRead: (count) => {
      usable = count;
    },
  });
  try {
    await certificates.refresh();
  } catch (error) {
    const advice = 'Make the folder and let this user read it, or set PALISADE_EDGE_TLS_DIR.';
    return bad(describeError(error), advice);
  }
  const [first] = refused;
  if (first) {
    const advice = 'Write it anew, with the key that belongs to it, and let this user read both.';
    return usable > 0 ? look(first, advice) : bad(first, advice);
  }
  if (usable > 0) return good(`${usable} in ${folder}`);
  return bad(
    `no certificate in ${folder}`,
    'Put NAME.crt with NAME.key there, or both in NAME.pem.',
  );
}

async function checkDatabase(settings: Settings): Promise<Outcome> {
  const location = databaseLocation(settings);
  if (location.kind === 'sqlite' && !existsSync(location.file)) {
    return good('SQLite; the first start makes the file');
  }
  const database = await openConfiguredDatabase<{ kysely_migration: { name: string } }>(
    settings,
    silentTelemetry.log,
  );
  try {
    const difference = await clockDifference(database.read, location.kind);
    if (Math.abs(difference) > MOST_CLOCK_DIFFERENCE_MS) {
      const advice = 'Synchronise both clocks (NTP): leases between nodes depend on them.';
      return bad(`the database's clock differs by ${difference} ms`, advice);
    }
    const applied = await database.read.selectFrom('kysely_migration').select('name').execute();
    const names = new Set(applied.map((row) => row.name));
    const missing = migrations.filter((migration) => !names.has(migration.name)).length;
    const kind = location.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
    return missing === 0
      ? good(
          `${kind} answers; its schema${location.kind === 'sqlite' ? ' is' : ' and clock are'} fine`,
        )
      : look(
          `${kind} answers; ${missing} schema updates are due`,
          'The next start applies them; back up first.',
        );
  } catch (error) {
    return bad(describeError(error), 'Check PALISADE_DATABASE_URL and that the database runs.');
  } finally {
    await database.close();
  }
}

/** A store that cannot be used does not keep a node from running: logins are checked against the rest. */
async function checkCredentials(dataDir: string): Promise<Outcome> {
  const { opened, problems } = await listStores(credentialsFolder(dataDir));
  const [first] = problems;
  if (first) return look(first.problem, 'palisade credentials list shows all stores.');
  if (opened.length === 0) return good('logins are checked against the built-in list only');
  const entries = opened.reduce((sum, store) => sum + store.entries, 0);
  return good(`${opened.length} imported, ${entries.toLocaleString('en')} entries`);
}

/** Milliseconds by which the database's clock is ahead of ours. A file has no clock of its own. */
async function clockDifference(
  db: Parameters<ReturnType<typeof sql<{ ms: number }>>['execute']>[0],
  kind: 'sqlite' | 'postgres',
): Promise<number> {
  if (kind === 'sqlite') return 0;
  const before = systemClock.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
  `.execute(db);
  const after = systemClock.now();
  return Math.round((rows[0]?.ms ?? after) - (before + after) / 2);
}
