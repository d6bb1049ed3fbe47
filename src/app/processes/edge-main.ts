/**
 * The main file of an edge process. It knows no database and no settings: the primary process sends
 * it both its configuration and the zones to serve, over the channel between them.
 */
import cluster from 'node:cluster';
import { ThreadedPublisher } from '../../bus/embedded/threaded-publisher.ts';
import type { EdgeConfig, FromEdge, PeerUpdates, ToEdge } from '../../contracts/edge-channel.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { openCredentialStores } from '../../detectors/credentials/credential-folder.ts';
import { Edge } from '../../edge/edge.ts';
import { edgeTelemetry } from '../../edge/edge-telemetry.ts';
import { type LogLevel, pinoLogger } from '../../telemetry/pino-logger.ts';
import { PrometheusMetrics } from '../../telemetry/prometheus-metrics.ts';

/** How often the folder of leaked credentials is looked at. */
const CREDENTIALS_MS = 10_000;

/** How often edge processes tell each other what they have counted, and what was used up. */
const NEWS_MS = 250;

const metrics = new PrometheusMetrics();
let apply: (update: SnapshotUpdate) => Promise<void> = async () => {};
/** An update that cannot be taken at all leaves what serves as it is. */
let onApplyFailed: (error: unknown) => void = () => {};
let merge: (updates: PeerUpdates) => void = () => {};
let drain: () => Promise<void> = async () => process.exit(0);

process.on('message', async (message: ToEdge) => {
  switch (message.type) {
    case 'start':
      return await start(message.config, message.snapshot);
    case 'update':
      return await apply(message.update).catch(onApplyFailed);
    case 'updates':
      return merge(message.updates);
    case 'measure': {
      const measured = (await metrics.snapshot()) as readonly unknown[];
      return tell({ type: 'measured', requestId: message.requestId, metrics: measured });
    }
    case 'drain':
      return await drain();
  }
});
// Ctrl-C reaches every process of a terminal; the primary tells us what to do about it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => drain());
// Without the primary nobody would bring updates or replace us: finish what is under way and make
// room. The cluster module would end the process at once unless it thinks that this was agreed.
if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
process.on('disconnect', () => drain());
tell({ type: 'hello' });

async function start(config: EdgeConfig, snapshot: SnapshotUpdate): Promise<void> {
  // What changes from now on is not in the snapshot, and comes before the edge can take it.
  const early: SnapshotUpdate[] = [];
  apply = async (update) => void early.push(update);
  const name = `edge-${config.slot}`;
  const log = pinoLogger({
    level: config.logLevel as LogLevel,
    pretty: config.prettyLogs,
    base: { process: name },
  });
  const telemetry = edgeTelemetry({ log, metrics });
  const bus = new ThreadedPublisher({
    folder: config.busFolder,
    writer: name,
    onError: telemetry.busFailed,
  });
  const leaks = await openCredentialStores(config.credentialsFolder);
  const watch = setInterval(() => {
    leaks.refresh().catch(telemetry.credentialsFailed);
  }, CREDENTIALS_MS);
  const edge = new Edge({ config, publisher: bus, credentials: leaks.store, telemetry });
  onApplyFailed = telemetry.updateFailed;
  merge = (updates) => edge.merge(updates);
  setInterval(() => {
    const updates = edge.drainUpdates();
    if (updates) tell({ type: 'updates', updates });
  }, NEWS_MS).unref();
  apply = async (update) => {
    await edge.apply(update);
    const { revision, problems } = edge.snapshots;
    tell({ type: 'applied', revision, problems });
  };
  const isReady = apply(snapshot);
  for (const update of early) apply(update).catch(onApplyFailed);
  await isReady;
  await edge.listen();
  drain = onceOnly(async () => {
    telemetry.draining();
    clearInterval(watch);
    await edge.drain();
    leaks.close();
    await bus.close();
    process.exit(0);
  });
  telemetry.serving(edge.ports);
  tell({ type: 'serving' });
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

function tell(message: FromEdge): void {
  if (process.connected) process.send?.(message);
}
