import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { MadeSecrets } from '../../areas/platform/first-start.ts';
import { systemClock } from '../../kernel/clock.ts';
import { pinoLogger } from '../../telemetry/pino-logger.ts';
import { PrometheusMetrics } from '../../telemetry/prometheus-metrics.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import { handOver } from '../restart/hand-over.ts';
import { KeptNodeFile } from '../restart/kept-node-file.ts';
import type { NodeFile } from '../restart/node-file.ts';
import { NodeSignals } from '../restart/node-signals.ts';
import { Predecessor } from '../restart/predecessor.ts';
import { listenUrl } from '../settings/listen-url.ts';
import { type Settings, unknownVariables } from '../settings/settings.ts';
import { signInUrl } from '../settings/sign-in-url.ts';
import { ADMIN_TOKEN_FILE } from './admin-secrets.ts';
import { API_BASE } from './api-base.ts';
import { readBootstrapFile } from './bootstrap-file.ts';
import { dashboardAddress } from './dashboard-site.ts';
import { DiskSpace } from './disk-space.ts';
import { type RunningNode, startNode } from './node.ts';

/**
 * Young-generation collections use one thread: the primary has few objects, and four threads would take cores from the
 * edge processes.
 */
const PRIMARY_FLAG = '--no-parallel-scavenge';

const READY = 'Palisade is ready.';

/** Runs a node until a signal ends it. The settings are from `sources`: environment variables, overridden by flags. */
export async function serve(
  settings: Settings,
  sources: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  setFlagsFromString(PRIMARY_FLAG);
  const isTerminal = process.stdout.isTTY === true;
  const predecessor = Predecessor.find();
  const signals = new NodeSignals(isTerminal);
  predecessor?.onStandInLost(() => signals.stop('the end of the first process of this node'));
  const log = pinoLogger({
    level: settings.logLevel,
    pretty: isTerminal,
    base: { process: 'primary' },
  });
  for (const variable of unknownVariables(sources)) {
    log.warn({ variable }, 'this variable is not a setting and has no effect');
  }
  if (predecessor && !(await takesOver(predecessor, settings))) return;
  const { dataDir } = settings;
  const disk = new DiskSpace({ dataDir, log, clock: systemClock });
  const file = new KeptNodeFile({ dataDir, log, clock: systemClock, reportDiskFull: disk.report });
  const node = await startNode({
    settings,
    sources,
    log,
    disk,
    prettyLogs: isTerminal,
    metrics: new PrometheusMetrics('primary'),
    stopSignal: signals.stopSignal,
    ...(predecessor && { inheritance: predecessor.inheritance }),
    onNewSecrets: (secrets) => showSecrets(secrets, settings, isTerminal),
    onServingAlone() {
      file.write(nodeFile(settings, { waitsForDatabase: true }));
      predecessor?.serving();
    },
  }).catch((error) => {
    if (!signals.stopSignal.aborted) throw error;
    return undefined;
  });
  if (!node) {
    file.remove();
    predecessor?.exiting(0);
    return;
  }
  let failure: unknown;
  try {
    // Written before the announcement: a script that waits for it may run `palisade restart`, which needs the file.
    file.write(nodeFile(settings));
    announce(settings, isTerminal);
    predecessor?.serving();
    const exitCode = await runUntilReplaced({ node, log, signals, predecessor, settings, file });
    if (exitCode !== undefined) {
      process.exitCode = exitCode;
      return;
    }
  } catch (error) {
    // Without the signal loop the process could not be stopped gracefully, so it stops now.
    failure = error;
    log.error({ err: error }, 'the node failed and is stopping');
  }
  log.info({ signal: signals.stoppedBy }, 'finishing running requests and jobs, then stopping');
  // A part that waits for something that never responds must not keep the process alive.
  const graceMs = (settings.drainSeconds * 1_000 + settings.lameDuckMs) * 2 + 10_000;
  const late = setTimeout(() => {
    log.error({ graceMs }, 'some parts did not stop in time; exiting anyway');
    process.exit(1);
  }, graceMs);
  file.remove();
  await node.stop();
  clearTimeout(late);
  // The failed part may have left open handles that would keep the process alive.
  if (failure !== undefined) process.exit(1);
  predecessor?.exiting(0);
  log.info({}, 'stopped');
}

/** Reads the bootstrap file first: a successor that cannot start fails before the predecessor releases anything. */
async function takesOver(predecessor: Predecessor, settings: Settings): Promise<boolean> {
  await readBootstrapFile(settings);
  return await predecessor.takeOver();
}

function nodeFile(
  settings: Settings,
  { failedRestarts = 0, waitsForDatabase = false }: Partial<NodeFile> = {},
): NodeFile {
  const { roles, apiListen, edgeListen, edgeTlsListen, gatewayListen } = settings;
  const ofEdge = roles.has('edge') ? [edgeListen, ...(edgeTlsListen ? [edgeTlsListen] : [])] : [];
  return {
    pid: process.pid,
    listen: [apiListen, ...ofEdge, ...(roles.has('gateway') ? [gatewayListen] : [])],
    failedRestarts,
    waitsForDatabase,
  };
}

interface Running {
  readonly node: RunningNode;
  readonly log: Logger;
  readonly signals: NodeSignals;
  readonly predecessor: Predecessor | undefined;
  readonly settings: Settings;
  readonly file: KeptNodeFile;
}

/** Handles reload and restart signals. Returns the exit code if this primary was replaced; undefined if the node should stop. */
async function runUntilReplaced(running: Running): Promise<number | undefined> {
  const { node, log, signals, settings, file } = running;
  for (let failedRestarts = 0; ; ) {
    const order = await signals.next();
    if (order === 'stop') return undefined;
    if (order === 'reload') {
      await reload(node, log);
      continue;
    }
    // The successor writes the file as soon as it serves.
    file.stopRetries();
    const exitCode = await handOver(running);
    if (exitCode !== undefined) return exitCode;
    failedRestarts += 1;
    file.write(nodeFile(settings, { failedRestarts }));
  }
}

async function reload(node: RunningNode, log: Logger): Promise<void> {
  try {
    await node.reload();
    log.info({}, 'the bootstrap file, the certificates and the MMDB files were read again');
  } catch (error) {
    log.error(
      { err: error },
      'the bootstrap file could not be applied; the previous configuration stays in force',
    );
  }
}

/**
 * Only the start that created them shows them, and only to a person at a terminal: other output is kept in logs, which
 * more people can read.
 */
function showSecrets(made: MadeSecrets, settings: Settings, isTerminal: boolean): void {
  const { token, signInCode } = made;
  if (signInCode !== undefined && isTerminal) {
    process.stdout.write(
      `\nFirst start. Open the dashboard with this link, once, within ten minutes (for another: palisade dashboard):\n\n  ${signInUrl(settings, signInCode)}\n`,
    );
  }
  if (token === undefined) return;
  if (isTerminal) {
    process.stdout.write(
      `\nYour administrator token, shown only now and stored in the data folder:\n\n  ${token}\n\n`,
    );
    return;
  }
  const file = join(settings.dataDir, ADMIN_TOKEN_FILE);
  lineLog().info({ file }, 'first start: the administrator token is in this file');
}

/** Prints the addresses of the node: as text on a terminal, otherwise as a log line. */
function announce(settings: Settings, isTerminal: boolean): void {
  const addresses: Record<string, string> = {
    ...(settings.roles.has('api') && {
      Dashboard: dashboardAddress(listenUrl(settings.apiListen)),
      API: `${listenUrl(settings.apiListen)}${API_BASE}`,
      'API docs': `${listenUrl(settings.apiListen)}/docs`,
    }),
    ...(settings.roles.has('edge') && { Edge: listenUrl(settings.edgeListen) }),
    ...(settings.roles.has('edge') &&
      settings.edgeTlsListen && { 'Edge TLS': listenUrl(settings.edgeTlsListen, 'https') }),
    ...(settings.roles.has('gateway') && { Gateway: listenUrl(settings.gatewayListen) }),
    Data: settings.dataDir,
  };
  if (!isTerminal) {
    const named = Object.entries(addresses).map(([name, value]) => [
      name.toLowerCase().replace(' ', '_'),
      value,
    ]);
    lineLog().info(Object.fromEntries(named), READY);
    return;
  }
  const lines = Object.entries(addresses).map(([name, value]) => `  ${name.padEnd(10)} ${value}`);
  process.stdout.write(['', READY, ...lines, '', ''].join('\n'));
}

/** Ignores the configured log level, because scripts that start a node wait for these lines. */
function lineLog(): Logger {
  return pinoLogger({ level: 'info', pretty: false, base: { process: 'primary' } });
}
