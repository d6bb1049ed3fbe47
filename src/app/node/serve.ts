import type { MadeSecrets } from '../../areas/platform/first-start.ts';
import { pinoLogger } from '../../telemetry/pino-logger.ts';
import { PrometheusMetrics } from '../../telemetry/prometheus-metrics.ts';
import {
  type ListenAddress,
  readSettings,
  type Settings,
  unknownVariables,
} from '../settings/settings.ts';
import { API_BASE } from './api.ts';
import { startNode } from './node.ts';

/** Runs a node until a signal ends it. `sources` are environment variables, with flags laid over them. */
export async function serve(sources: Readonly<Record<string, string | undefined>>): Promise<void> {
  const settings = readSettings(sources);
  const prettyLogs = process.stdout.isTTY === true;
  const log = pinoLogger({
    level: settings.logLevel,
    pretty: prettyLogs,
    base: { process: 'primary' },
  });
  for (const variable of unknownVariables(sources)) {
    log.warn({ variable }, 'this variable is not a setting and has no effect');
  }
  const stop = new AbortController();
  const stopping = signalled();
  void stopping.then(() => stop.abort());
  const metrics = new PrometheusMetrics('primary');
  const node = await startNode({
    settings,
    log,
    prettyLogs,
    metrics,
    stopSignal: stop.signal,
    onSecretsMade: showToken,
  }).catch((error) => {
    if (!stop.signal.aborted) throw error;
    return undefined;
  });
  if (!node) return;
  announce(settings);
  const signal = await stopping;
  log.info({ signal }, 'finishing what is under way, then stopping');
  // A part that cannot stop, because what it waits for never answers, must not keep the process.
  const graceMs = (settings.drainSeconds * 1_000 + settings.lameDuckMs) * 2 + 10_000;
  const late = setTimeout(() => {
    log.error({ graceMs }, 'not everything could be stopped in time; ending anyway');
    process.exit(1);
  }, graceMs);
  await node.stop();
  clearTimeout(late);
  log.info({}, 'stopped');
}

/** Resolves at the first signal to end; a second one ends the process at once. */
function signalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        resolve(signal);
        process.once(signal, () => process.exit(130));
      });
    }
  });
}

/** Printed only by the start that made it. */
function showToken({ token }: MadeSecrets): void {
  if (token === undefined) return;
  process.stdout.write(
    `\nFirst start. Your administrator token, shown only now and kept in the data folder:\n\n  ${token}\n\n`,
  );
}

/** What a person needs to go on. */
function announce(settings: Settings): void {
  const lines = ['', 'Palisade is ready.'];
  if (settings.roles.has('api')) {
    lines.push(`  API        ${url(settings.apiListen)}${API_BASE}`);
    lines.push(`  API docs   ${url(settings.apiListen)}/docs`);
  }
  if (settings.roles.has('edge')) lines.push(`  Edge       ${url(settings.edgeListen)}`);
  lines.push(`  Data       ${settings.dataDir}`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

function url({ host, port }: ListenAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
