/**
 * The main file of an edge process. It knows no database and no settings: the primary process sends
 * it both its configuration and the zones to serve, over the channel between them.
 */
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { EdgeConfig, FromEdge, ToEdge } from '../contracts/edge-channel.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import { createEdgeServer } from '../edge/edge-server.ts';
import { edgeTelemetry } from '../edge/edge-telemetry.ts';
import { SnapshotHolder } from '../edge/snapshot-holder.ts';
import { type LogLevel, pinoLogger } from '../telemetry/pino-logger.ts';
import { PrometheusMetrics } from '../telemetry/prometheus-metrics.ts';

const snapshots = new SnapshotHolder();
const metrics = new PrometheusMetrics();
let applied: (update: SnapshotUpdate) => void = () => {};
let drain: () => Promise<void> = async () => process.exit(0);

process.on('message', async (message: ToEdge) => {
  switch (message.type) {
    case 'start':
      return await start(message.config, message.snapshot);
    case 'update':
      return applied(message.update);
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
  const log = pinoLogger({
    level: config.logLevel as LogLevel,
    pretty: config.prettyLogs,
    base: { process: `edge-${config.slot}` },
  });
  const telemetry = edgeTelemetry({ log, metrics });
  applied = (update) => {
    snapshots.apply(update);
    telemetry.applied(config.slot, { revision: snapshots.revision, zones: snapshots.size });
    tell({ type: 'applied', revision: update.revision });
  };
  applied(snapshot);
  const server = createEdgeServer({ snapshots, onAnswer: telemetry.answered });
  // Each edge process listens by itself and the kernel spreads connections over them, so that
  // traffic does not pass through the primary. Where the kernel cannot, the cluster module does.
  const reusePort = process.platform === 'linux';
  server.listen({ host: config.host, port: config.port, exclusive: reusePort, reusePort });
  await once(server, 'listening');
  drain = onceOnly(async () => {
    telemetry.draining();
    await close(server, config.drainSeconds);
    process.exit(0);
  });
  telemetry.serving(config.port);
  tell({ type: 'serving' });
}

async function close(server: Server, drainSeconds: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), drainSeconds * 1000);
  await closed;
  clearTimeout(deadline);
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
