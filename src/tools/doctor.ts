import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { migrations } from '../app/modules.ts';
import { ADMIN_TOKEN_FILE } from '../app/node/admin-secrets.ts';
import { checkDataDir, credentialsFolder } from '../app/node/data-dir.ts';
import { openConfiguredDatabase } from '../app/node/open-database.ts';
import { listenAdvice, listenProblem } from '../app/node/port-check.ts';
import { PINNED_NODE } from '../app/node/version.ts';
import type { NodeFile } from '../app/restart/node-file.ts';
import {
  databaseLocation,
  type ListenAddress,
  type Settings,
  settingsTable,
} from '../app/settings/settings.ts';
import { openGeoipFile } from '../detectors/geoip/geoip-file.ts';
import { Certificates, type Expiry } from '../edge/certificates.ts';
import { systemClock } from '../kernel/clock.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { GuardedClient } from '../outbound/guarded-client.ts';
import { appliedMigrations, schemaProblem } from '../storage/migrator.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { listStores } from './credentials/credential-stores.ts';
import type { ExaminedSettings } from './examined-settings.ts';
import { type Finding, failure, type Outcome, ok, skipped, warning } from './finding.ts';
import { upstreamChecks } from './gateway-check.ts';
import { checkMail } from './mail-check.ts';
import { ownNode } from './own-node.ts';

/** `needs` are the settings without which a check cannot run, of those that may be hidden. */
type Check = readonly [
  name: string,
  run: () => Promise<Outcome>,
  needs?: readonly (keyof Settings)[],
];

const MIN_FREE_BYTES = 1024 ** 3;
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** Checks the prerequisites of a node, before it is started or while it runs. */
export async function* examine({
  settings,
  finding,
  unknown,
  hidden,
}: ExaminedSettings): AsyncGenerator<Finding> {
  const node = ownNode(settings.dataDir);
  yield finding;
  const checks: readonly Check[] = [
    ['settings', async () => checkVariables(unknown)],
    ['runtime', async () => checkRuntime()],
    ['data folder', () => checkDataFolder(settings.dataDir)],
    ['secrets', () => checkSecrets(settings), ['adminToken']],
    ['API port', () => checkPort(settings.apiListen, 'PALISADE_API_LISTEN', node)],
    ['edge port', () => checkPort(settings.edgeListen, 'PALISADE_EDGE_LISTEN', node)],
    ...tlsChecks(settings, node),
    ...gatewayChecks(settings, node),
    ['database', () => checkDatabase(settings), ['databaseUrl']],
    ['credentials', () => checkCredentials(settings.dataDir)],
    // Whether mails are to be sent is in the database.
    ['mail server', () => checkMail(settings), ['smtpUrl', 'databaseUrl']],
    ...settings.geoipFiles.map(
      (file): Check => [`MMDB file ${basename(file)}`, () => checkGeoipFile(file)],
    ),
  ];
  for (const [check, run, needs = []] of checks) {
    const missing = needs.filter((name) => hidden.has(name));
    const outcome =
      missing.length > 0
        ? skippedWithout(missing)
        : await run().catch((error: unknown) =>
            failure(describeError(error), 'The check itself failed; the message says why.'),
          );
    yield { check, ...outcome };
  }
}

function skippedWithout(names: readonly (keyof Settings)[]): Outcome {
  const variables = names.map((name) => settingsTable[name].variable).join(' and ');
  return skipped(`the node does not show its secrets; set ${variables} here to check this`);
}

function tlsChecks(
  { edgeTlsListen, edgeTlsDir }: Settings,
  node: NodeFile | undefined,
): readonly Check[] {
  if (!edgeTlsListen) return [];
  return [
    ['edge TLS port', () => checkPort(edgeTlsListen, 'PALISADE_EDGE_TLS_LISTEN', node)],
    ['certificates', () => checkCertificates(edgeTlsDir)],
  ];
}

function gatewayChecks(settings: Settings, node: NodeFile | undefined): readonly Check[] {
  if (!settings.roles.has('gateway')) return [];
  return [
    ['gateway port', () => checkPort(settings.gatewayListen, 'PALISADE_GATEWAY_LISTEN', node)],
    ...upstreamChecks(settings).map(([name, run]): Check => [name, run, ['gatewayUpstreams']]),
  ];
}

/** Checks whether the platform may call a URL, such as that of a webhook or a log destination. */
export async function examineUrl(settings: Settings, url: string): Promise<Finding> {
  const client = new GuardedClient({ allow: settings.outboundAllow });
  try {
    await client.checkReachable(url);
    return { check: 'URL', ...ok('outgoing requests may go there') };
  } catch (error) {
    const advice =
      'If it is one of your servers, add its address range to PALISADE_OUTBOUND_ALLOW.';
    return { check: 'URL', ...failure(describeError(error), advice) };
  } finally {
    await client.close();
  }
}

function checkVariables(unknown: readonly string[]): Outcome {
  if (unknown.length === 0) return ok('every PALISADE_ variable is a setting');
  return warning(
    `not a setting: ${unknown.join(', ')}`,
    'Check the spelling; palisade serve --help lists all settings.',
  );
}

function checkRuntime(): Outcome {
  const version = process.versions.node;
  if (version === PINNED_NODE) return ok(`Node ${version}`);
  return warning(
    `Node ${version}, tested with ${PINNED_NODE}`,
    'Start the node with npm start, which uses the tested version.',
  );
}

async function checkDataFolder(folder: string): Promise<Outcome> {
  try {
    checkDataDir(folder);
  } catch (error) {
    return failure(
      describeError(error),
      'Give this user access to the folder, or set PALISADE_DATA_DIR.',
    );
  }
  if (!existsSync(folder)) return ok(`${folder}; the first start creates it`);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${folder}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free < MIN_FREE_BYTES
    ? warning(text, 'Free some disk space: the database and the bus need it.')
    : ok(text);
}

async function checkSecrets({ dataDir, adminToken }: Settings): Promise<Outcome> {
  if (adminToken !== undefined) {
    return adminToken.length >= 32
      ? ok('the administrator token comes from the settings')
      : warning(
          'the administrator token of the settings is short',
          'Use 32 random characters or more.',
        );
  }
  const file = join(dataDir, ADMIN_TOKEN_FILE);
  if (!existsSync(file)) return ok('no administrator token yet; the first start creates one');
  const { mode } = await stat(file);
  return (mode & 0o077) === 0
    ? ok('only its owner can read the administrator token')
    : failure(
        `other users can read ${file}`,
        `Run chmod 600 ${file}, then revoke the token with palisade token revoke and create another.`,
      );
}

async function checkPort(
  address: ListenAddress,
  variable: string,
  node: NodeFile | undefined,
): Promise<Outcome> {
  const { host, port } = address;
  const isOwn = node?.listen.some((own) => own.host === host && own.port === port);
  if (isOwn) return ok(`${host}:${port} is in use by this node, process ${node?.pid}`);
  const error = await listenProblem(address);
  if (!error) return ok(`${host}:${port} is free`);
  const problem =
    error.code === 'EADDRINUSE'
      ? `another program uses ${host}:${port}`
      : `cannot listen on ${host}:${port}: ${error.message}`;
  return failure(problem, listenAdvice(error, variable));
}

async function checkGeoipFile(path: string): Promise<Outcome> {
  try {
    const { type, builtAt, bytes } = await openGeoipFile(path);
    const size = `${Math.ceil(bytes / 1024 ** 2)} MB in each edge process`;
    return ok(`${type} of ${builtAt.toISOString().slice(0, 10)}, ${size}`);
  } catch (error) {
    const advice = 'Put a file in MMDB format there, or change PALISADE_GEOIP_FILES.';
    return failure(describeError(error), advice);
  }
}

async function checkCertificates(folder: string | undefined): Promise<Outcome> {
  if (folder === undefined) {
    return failure(
      'no folder is set',
      'Set PALISADE_EDGE_TLS_DIR, which PALISADE_EDGE_TLS_LISTEN needs.',
    );
  }
  const refused: string[] = [];
  const expiring: Expiry[] = [];
  let usable = 0;
  const certificates = new Certificates({
    folder,
    onRefused: (file, problem) => refused.push(`${file} cannot be used: ${problem}`),
    onRead: (count) => {
      usable = count;
    },
    onExpiring: (expiry) => expiring.push(expiry),
    clock: systemClock,
  });
  try {
    await certificates.refresh();
  } catch (error) {
    const advice = 'Create the folder and let this user read it, or set PALISADE_EDGE_TLS_DIR.';
    return failure(describeError(error), advice);
  }
  const [first] = refused;
  if (first) {
    const advice = 'Replace the certificate and its key, and let this user read both files.';
    return usable > 0 ? warning(first, advice) : failure(first, advice);
  }
  const [soonest] = expiring.sort((a, b) => a.at - b.at);
  if (soonest) return expiryOutcome(soonest);
  if (usable > 0) return ok(`${usable} in ${folder}`);
  return failure(
    `no certificate in ${folder}`,
    'Put NAME.crt with NAME.key there, or both in NAME.pem.',
  );
}

function expiryOutcome({ name, at, daysLeft }: Expiry): Outcome {
  const date = new Date(at).toISOString();
  const advice = 'Renew it, and check that the program that renews certificates runs.';
  return daysLeft < 0
    ? failure(`the certificate of ${name} has expired: it was valid until ${date}`, advice)
    : warning(`the certificate of ${name} is valid only until ${date}`, advice);
}

async function checkDatabase(settings: Settings): Promise<Outcome> {
  const location = databaseLocation(settings);
  if (location.kind === 'sqlite' && !existsSync(location.file)) {
    return ok('SQLite; the first start creates the file');
  }
  const database = await openConfiguredDatabase<unknown>(settings, silentTelemetry.log);
  try {
    const difference = await clockDifference(database.read, location.kind);
    if (Math.abs(difference) > MAX_CLOCK_DIFFERENCE_MS) {
      const advice = 'Synchronise both clocks (NTP): tasks of several nodes depend on them.';
      return failure(`the clock of the database differs by ${difference} ms`, advice);
    }
    const applied = await appliedMigrations(database.read);
    const problem = schemaProblem(applied, migrations);
    if (problem) return failure(problem.what, problem.advice);
    const missing = migrations.filter(({ name }) => !applied.has(name)).length;
    const kind = location.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
    return missing === 0
      ? ok(
          `${kind} responds; its schema${location.kind === 'sqlite' ? ' is' : ' and clock are'} up to date`,
        )
      : warning(
          `${kind} responds; ${missing} schema updates are due`,
          'The next start applies them; make a backup first.',
        );
  } catch (error) {
    return failure(
      describeError(error),
      'Check PALISADE_DATABASE_URL, and that the database is running.',
    );
  } finally {
    await database.close();
  }
}

/** Only a warning, because a node runs without an unusable store: it checks logins against the others. */
async function checkCredentials(dataDir: string): Promise<Outcome> {
  const { opened, problems } = await listStores(credentialsFolder(dataDir));
  const [first] = problems;
  if (first) return warning(first.problem, 'palisade credentials list shows all stores.');
  if (opened.length === 0) return ok('logins are checked against the built-in list only');
  const entries = opened.reduce((sum, store) => sum + store.entries, 0);
  return ok(`${opened.length} imported, ${entries.toLocaleString('en')} entries`);
}

/** Milliseconds by which the database's clock is ahead of this machine's. SQLite has no separate clock. */
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
