import type { MadeSecrets } from '../../areas/platform/first-start.ts';
import { type EmbeddedBus, openEmbeddedBus } from '../../bus/embedded/embedded-bus.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newHexId } from '../../kernel/hex-id.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { ChangeFeed } from '../../storage/change-feed.ts';
import { LeaseStore } from '../../storage/lease-store.ts';
import { outboxTrimJob } from '../../storage/outbox-trim.ts';
import { TaskStore } from '../../storage/task-store.ts';
import { topicPositionTrimJob } from '../../storage/topic-positions.ts';
import {
  type MetricsSnapshot,
  metricsText,
  type PrometheusMetrics,
} from '../../telemetry/prometheus-metrics.ts';
import type { Logger, Telemetry } from '../../telemetry/telemetry.ts';
import { JobHost } from '../../workers/job-host.ts';
import { busFolder, edgeConfig } from '../processes/edge-config.ts';
import { EdgeSupervisor } from '../processes/edge-supervisor.ts';
import { edgeSupervisorTelemetry } from '../processes/edge-supervisor-telemetry.ts';
import { type Role, type Settings, settingsTable } from '../settings/settings.ts';
import { NodeSnapshots } from '../snapshots/node-snapshots.ts';
import type { SnapshotBuilder } from '../snapshots/snapshot-builder.ts';
import { snapshotRetryJob } from '../snapshots/snapshot-retry-job.ts';
import { apiDocument, buildApi } from './api.ts';
import { readBootstrapFile } from './bootstrap-file.ts';
import { busTelemetry } from './bus-telemetry.ts';
import { type Core, openCore } from './core.ts';
import { ensureDataDir } from './data-dir.ts';
import { Lifecycle, type Part } from './lifecycle.ts';
import { openWithRetry } from './open-with-retry.ts';
import { addOperationsRoutes } from './operations-routes.ts';
import { assertPortFree } from './port-check.ts';
import { subscriptionsPart } from './subscriptions.ts';

const FEED_POLL_MS = 1_000;
/** Whoever asks whether we are ready wants to know soon. */
const READY_MS = 2_000;

export interface NodeOptions {
  readonly settings: Settings;
  readonly log: Logger;
  readonly prettyLogs: boolean;
  readonly metrics: PrometheusMetrics;
  /** Aborted when the node should stop, also while it is still starting. */
  readonly stopSignal: AbortSignal;
  /** Told at once about secrets that this start made, since they are shown only once. */
  onSecretsMade(made: MadeSecrets): void;
}

export interface RunningNode {
  /** Finishes what is under way and ends everything, in reverse order of the start. */
  stop(): Promise<void>;
}

/**
 * The composition root: makes every part that the node's roles need, hands each what it uses, and
 * starts them in order.
 */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const lifecycle = new Lifecycle();
  try {
    return await startParts(options, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function startParts(options: NodeOptions, lifecycle: Lifecycle): Promise<RunningNode> {
  const { settings, log, metrics } = options;
  const telemetry: Telemetry = { log, metrics };
  const status: Status = { started: false, draining: false };

  const file = await readBootstrapFile(settings);
  // The bus also guards the data folder: until it is ours, and the ports are, nothing is changed.
  ensureDataDir(settings.dataDir);
  const bus = openBus(settings, telemetry);
  await lifecycle.start({ name: 'bus', start: () => {}, stop: () => bus.instance.close() });
  await assertPortsFree(settings);

  const snapshots = new NodeSnapshots(settings, telemetry);
  await lifecycle.start({ name: 'snapshots', start: () => {}, stop: () => snapshots.close() });
  const edge = edgeSupervisor(options, snapshots, telemetry);
  const measure = async () => {
    bus.telemetry.measured(await bus.instance.stats());
    const workers = (await edge?.measure()) ?? [];
    return await metricsText([await metrics.snapshot(), ...(workers as MetricsSnapshot[])]);
  };
  const edgePart = edge && { name: 'edge', start: () => edge.start(), stop: () => edge.stop() };
  const open = () => openCore(settings, log, systemClock, file, bus.instance);
  const serveAlone = edgePart && snapshots.hasLastGood ? edgePart : undefined;
  const core = await openWithRetry(open, { ...options, lifecycle, serveAlone, measure });
  options.onSecretsMade(core.made);
  await lifecycle.start({ name: 'database', start: () => {}, stop: () => core.close() });

  const builder = snapshots.buildFrom(core.modules);
  const readiness = () => whatIsMissing(core, edge, settings, status);
  const feed = changeFeed(core, builder, log);
  core.edgeStatus.connect({
    builder,
    edgeCount: edge ? settings.edgeWorkers : 0,
    edges: () => edge?.states ?? [],
    isBuilt: () => feed.isCurrent(),
  });
  await lifecycle.start(apiPart(options, core, status, readiness, measure));
  await lifecycle.start({
    name: 'change feed',
    async start() {
      await feed.start();
      await builder.buildAll();
    },
    stop: () => feed.stop(),
  });
  if (edgePart && !lifecycle.hasStarted(edgePart)) await lifecycle.start(edgePart);
  await lifecycle.start(jobHost(core, builder, settings, telemetry));
  await lifecycle.start(subscriptionsPart(bus.instance, core.modules, telemetry));
  status.started = true;
  return {
    async stop() {
      // Callers are told first, and their connections end with the answers they wait for.
      status.draining = true;
      await systemClock.sleep(Math.min(settings.lameDuckMs, settings.drainSeconds * 1000));
      await lifecycle.stop();
    },
  };
}

async function assertPortsFree(settings: Settings): Promise<void> {
  const { apiListen, edgeListen, edgeTlsListen, roles } = settings;
  await assertPortFree(apiListen, settingsTable.apiListen.variable);
  if (!roles.has('edge')) return;
  await assertPortFree(edgeListen, settingsTable.edgeListen.variable);
  if (edgeTlsListen) await assertPortFree(edgeTlsListen, settingsTable.edgeTlsListen.variable);
}

interface Status {
  started: boolean;
  draining: boolean;
}

function openBus(settings: Settings, telemetry: Telemetry) {
  const named = busTelemetry(telemetry);
  let instance: EmbeddedBus;
  try {
    instance = openEmbeddedBus({
      folder: busFolder(settings),
      writer: 'primary',
      clock: systemClock,
      onError: named.failed,
    });
  } catch (error) {
    const isTaken = error instanceof PalisadeError && error.code === 'bus_name_taken';
    if (!isTaken) throw error;
    throw new PalisadeError(
      'data_folder_in_use',
      `another node uses the data folder ${settings.dataDir}. Stop it, or set PALISADE_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return { instance, telemetry: named };
}

/** Changes, of whichever process, reach the areas first and then the edge. */
function changeFeed(core: Core, builder: SnapshotBuilder, log: Logger): ChangeFeed {
  const feed = new ChangeFeed({
    database: core.database,
    clock: systemClock,
    pollMs: FEED_POLL_MS,
    onError: (error) => log.warn({ err: error }, 'changes could not be read; trying again'),
  });
  for (const module of core.modules) feed.subscribe((events) => module.onChanges?.(events));
  feed.subscribe((events) => builder.onChanges(events));
  return feed;
}

function edgeSupervisor(
  { settings, prettyLogs }: NodeOptions,
  snapshots: NodeSnapshots,
  telemetry: Telemetry,
): EdgeSupervisor | undefined {
  if (!settings.roles.has('edge')) return undefined;
  const supervisor = new EdgeSupervisor({
    workers: settings.edgeWorkers,
    config: edgeConfig(settings, prettyLogs),
    currentSnapshot: () => snapshots.current(),
    telemetry: edgeSupervisorTelemetry(telemetry),
  });
  snapshots.onUpdate((update) => supervisor.publish(update));
  return supervisor;
}

function jobHost(
  core: Core,
  builder: SnapshotBuilder,
  settings: Settings,
  telemetry: Telemetry,
): Part {
  const { database } = core;
  const all = [
    outboxTrimJob(database, systemClock),
    topicPositionTrimJob(database, systemClock),
    snapshotRetryJob(builder),
    ...core.modules.flatMap((module) => module.jobs),
  ];
  // What a node has to do for itself it does whatever its roles; the rest is for workers.
  const isWorker = settings.roles.has('worker');
  const host = new JobHost({
    jobs: isWorker ? all : all.filter((job) => job.runsOn === 'node'),
    queues: isWorker ? core.modules.flatMap((module) => module.queues) : [],
    leases: new LeaseStore(database, systemClock),
    tasks: new TaskStore(database, systemClock),
    clock: systemClock,
    holder: newHexId(),
    telemetry,
    graceMs: settings.drainSeconds * 1000,
  });
  // A commit may have written tasks.
  database.onCommit(() => host.wake());
  return { name: 'jobs', start: () => host.start(), stop: () => host.stop() };
}

/** Every node answers operators; the API itself and its documentation are served where the role is. */
function apiPart(
  { settings, log, metrics }: NodeOptions,
  core: Core,
  status: Status,
  notReady: () => Promise<readonly string[]>,
  measure: () => Promise<string>,
): Part {
  const served: Core = settings.roles.has('api') ? core : { ...core, modules: [] };
  const app = buildApi({
    core: served,
    settings,
    telemetry: { log, metrics },
    clock: systemClock,
    isDraining: () => status.draining,
  });
  const document = settings.roles.has('api') ? apiDocument(core) : undefined;
  addOperationsRoutes(app, { document, notReady, metrics: measure });
  const { host, port } = settings.apiListen;
  return {
    name: 'api',
    async start() {
      await app.listen({ host, port });
    },
    async stop() {
      const late = setTimeout(() => app.server.closeAllConnections(), settings.drainSeconds * 1000);
      await app.close();
      clearTimeout(late);
    },
  };
}

async function whatIsMissing(
  core: Core,
  edge: EdgeSupervisor | undefined,
  settings: Settings,
  status: Status,
): Promise<readonly string[]> {
  if (!status.started) return ['start'];
  if (status.draining) return ['nothing: this node is stopping'];
  const needed = (role: Role) => settings.roles.has(role);
  const database = needed('api') || needed('worker');
  const answers = await Promise.race([
    core.database.ping().then(
      () => true,
      () => false,
    ),
    systemClock.sleep(READY_MS).then(() => false),
  ]);
  return [
    ...(database && !answers ? ['database'] : []),
    ...(edge && !edge.isServing ? ['edge'] : []),
  ];
}
