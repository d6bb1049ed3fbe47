import { hostname } from 'node:os';
import type { MadeSecrets } from '../../areas/platform/first-start.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newHexId } from '../../kernel/hex-id.ts';
import { metricsText } from '../../telemetry/metrics-text.ts';
import type { PrometheusMetrics } from '../../telemetry/prometheus-metrics.ts';
import type { Logger, Telemetry } from '../../telemetry/telemetry.ts';
import { type NodeAccess, withoutNode } from '../modules.ts';
import { beginAccessLog } from '../processes/begin-access-log.ts';
import { edgeConfig } from '../processes/edge-config.ts';
import { EdgeSupervisor } from '../processes/edge-supervisor.ts';
import { gatewayConfig } from '../processes/gateway-config.ts';
import { GatewaySupervisor } from '../processes/gateway-supervisor.ts';
import type { SupervisedProcesses } from '../processes/kit/process-supervisor.ts';
import { supervisorTelemetry } from '../processes/kit/supervisor-telemetry.ts';
import { closeInherited, type InheritedSockets } from '../processes/listening-sockets.ts';
import { shippingConfig } from '../processes/shipping-config.ts';
import { ShippingSupervisor } from '../processes/shipping-supervisor.ts';
import type { Inheritance } from '../restart/inheritance.ts';
import { removeNodeFile } from '../restart/node-file.ts';
import { type ListenAddress, type Settings, unknownVariables } from '../settings/settings.ts';
import { type NodeSettings, settingsRoute } from '../settings/settings-route.ts';
import { shownSettings } from '../settings/shown-settings.ts';
import { EdgeStatus } from '../snapshots/edge-status.ts';
import { NodeSnapshots } from '../snapshots/node-snapshots.ts';
import { snapshotRetryJob } from '../snapshots/snapshot-retry-job.ts';
import { apiPart } from './api-part.ts';
import { readBootstrapFile } from './bootstrap-file.ts';
import { busTelemetry } from './bus-telemetry.ts';
import { type Core, openCore } from './core.ts';
import { ensureDataDir } from './data-dir.ts';
import type { DiskSpace } from './disk-space.ts';
import { idleGatewayPart } from './gateway-part.ts';
import { jobsPart } from './jobs-part.ts';
import { Lifecycle } from './lifecycle.ts';
import { nodeChangeFeed } from './node-change-feed.ts';
import { nodeReports } from './node-reports.ts';
import { openBus } from './open-bus.ts';
import { openWithRetry } from './open-with-retry.ts';
import { assertPortsFree } from './port-check.ts';
import { type NodeStatus, notReadyReasons } from './readiness.ts';
import { resumeOnReturn } from './resume-on-return.ts';
import { ShippingPart } from './shipping-part.ts';
import { subscriptionsPart } from './subscriptions.ts';

export interface NodeOptions {
  readonly settings: Settings;
  /** The texts of the settings, by variable. */
  readonly sources: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly disk: DiskSpace;
  readonly prettyLogs: boolean;
  readonly metrics: PrometheusMetrics;
  /** Aborted when the node should stop, also while it is still starting. */
  readonly stopSignal: AbortSignal;
  /** Sockets and generation from the primary that this one replaces. */
  readonly inheritance?: Inheritance;
  /** Called as soon as this start has created secrets, because they are shown only once. */
  onNewSecrets(secrets: MadeSecrets): void;
  /** Called when the edge serves its last known configuration, because the database is unavailable. */
  onServingAlone(): void;
}

export interface RunningNode {
  /** Drains and stops all parts, in reverse order of their start. */
  stop(): Promise<void>;
  /** Reads the bootstrap file and the certificates again. Throws if the file cannot be applied. */
  reload(): Promise<void>;
  /**
   * Stops all parts except the edge and gateway processes, which serve their current configuration until `stopEdge`.
   */
  detachEdge(): Promise<void>;
  stopEdge(options?: { readonly isReplaced?: boolean }): Promise<void>;
  /** The listening sockets that the edge and gateway processes share with those of a successor. */
  lendSockets(): readonly InheritedSockets[];
  /** Call it when the successor has ended, so that sockets can be closed here again. */
  takeBackSockets(): void;
}

/**
 * The composition root: creates every part that the node's roles need, with its dependencies, and starts the parts in
 * order.
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
  const { settings, metrics, log, disk } = options;
  const { report: reportDiskFull } = disk;
  const telemetry: Telemetry = { log, metrics };
  const status: NodeStatus = { isStarted: false, isDraining: false };

  const file = await readBootstrapFile(settings);
  // The bus also locks the data folder. Nothing is changed before this node has the lock and the ports.
  ensureDataDir(settings.dataDir);
  const busEvents = busTelemetry(telemetry, reportDiskFull);
  const bus = openBus(settings, busEvents);
  await lifecycle.start({ name: 'bus', start: () => {}, stop: () => bus.close() });
  // A killed node leaves its `node.json` behind.
  if (!options.inheritance) removeNodeFile(settings.dataDir);
  const inherited = options.inheritance?.sockets ?? [];
  await assertPortsFree(settings, inherited);

  const snapshots = new NodeSnapshots(settings, telemetry, reportDiskFull);
  await lifecycle.start({ name: 'snapshots', start: () => {}, stop: () => snapshots.close() });
  const isOfGateway = (sockets: ListenAddress) => isSameAddress(sockets, settings.gatewayListen);
  const ofEdge = inherited.filter((sockets) => !isOfGateway(sockets));
  const edge = settings.roles.has('edge') ? edgeSupervisor(options, snapshots, ofEdge) : undefined;
  if (!edge) closeInherited(ofEdge);
  const edgePart = edge && { name: 'edge', start: () => edge.start(), stop: () => edge.stop() };
  const processes: SupervisedProcesses[] = edge ? [edge.processes] : [];
  const measure = async () => {
    busEvents.measured(await bus.stats());
    const measured = await Promise.all(processes.map((each) => each.measure()));
    return await metricsText([await metrics.snapshot(), ...measured.flat()]);
  };
  let edgeStatus: EdgeStatus | undefined;
  const access: NodeAccess = {
    bus,
    reportDiskFull,
    fetchFromSite: edge
      ? (request, signal) => edge.sites.fetch(request, signal)
      : withoutNode.fetchFromSite,
    // Before the node has built its configuration, nothing is in force.
    isInForce: async (zoneId) => (await edgeStatus?.isInForce(zoneId)) ?? false,
  };
  const open = () => openCore(settings, log, systemClock, file, access);
  const serveAlone = edgePart && snapshots.hasLastGood ? edgePart : undefined;
  const core = await openWithRetry(open, { ...options, lifecycle, serveAlone, measure });
  options.onNewSecrets(core.newSecrets);
  await lifecycle.start({ name: 'database', start: () => {}, stop: () => core.close() });

  const builder = snapshots.buildFrom(core.modules);
  const feed = nodeChangeFeed(core, builder, log);
  const shipping = shippingPart(core, options);
  if (shipping) {
    feed.subscribe((events) => shipping.onChanges(events));
    processes.push(shipping.supervisor.processes);
  }
  const gateway = gatewaySupervisor(options, inherited.find(isOfGateway));
  if (gateway) processes.push(gateway.processes);
  const gatewayPart = gateway
    ? { name: 'gateway', start: () => gateway.start(), stop: () => gateway.stop() }
    : settings.roles.has('gateway') && idleGatewayPart(settings, telemetry);
  const identity = { id: newHexId(), name: hostname() };
  const ofEdges = {
    builder,
    edgeCount: edge ? settings.edgeWorkers : 0,
    edges: () => edge?.states ?? [],
  };
  const reports = nodeReports({ database: core.database, settings, log, identity, ofEdges });
  const zoneStatus = new EdgeStatus({
    ...ofEdges,
    ...identity,
    now: () => systemClock.now(),
    isBuilt: () => feed.isCurrent(),
    others: async () => (await reports?.others()) ?? [],
  });
  edgeStatus = zoneStatus;
  const api = apiPart({
    settings,
    core,
    nodeRoutes: [zoneStatus.route, settingsRoute(() => nodeSettings(options))],
    telemetry,
    isDraining: () => status.isDraining,
    notReady: () => notReadyReasons({ status, settings, database: core.database, disk, processes }),
    problems: () => zoneStatus.problems(),
    metrics: measure,
  });
  await lifecycle.start(api);
  await lifecycle.start({
    name: 'change feed',
    async start() {
      await feed.start();
      await builder.buildAll(feed.position);
    },
    stop: () => feed.stop(),
  });
  if (reports) {
    edge?.onState(() => reports.changed());
    feed.subscribe(() => reports.changed());
    feed.onReturn(() => reports.changed());
    await lifecycle.start(reports);
  }
  if (edgePart && !lifecycle.hasStarted(edgePart)) await lifecycle.start(edgePart);
  const ofNode = [snapshotRetryJob(builder), disk.job];
  const jobs = jobsPart(core, identity.id, ofNode, settings, telemetry, reportDiskFull);
  const subscriptions = subscriptionsPart(bus, core.modules, telemetry);
  resumeOnReturn(feed, [jobs, subscriptions, ...(shipping ? [shipping] : [])]);
  await lifecycle.start(jobs);
  await lifecycle.start(subscriptions);
  if (shipping) await lifecycle.start(shipping);
  if (gatewayPart) await lifecycle.start(gatewayPart);
  status.isStarted = true;
  return {
    async stop() {
      // Clients move away before the ports close: `/readyz` returns 503, and each response closes its connection.
      status.isDraining = true;
      await systemClock.sleep(Math.min(settings.lameDuckMs, settings.drainSeconds * 1000));
      await lifecycle.stop();
      // A failed restart has detached these from the lifecycle.
      await Promise.all([edge?.stop(), gateway?.stop()]);
    },
    async reload() {
      edge?.reload();
      shipping?.supervisor.reopen();
      await core.bootstrap(await readBootstrapFile(settings));
    },
    async detachEdge() {
      status.isDraining = true;
      reports?.leave();
      if (edgePart) lifecycle.release(edgePart);
      if (gateway && gatewayPart) lifecycle.release(gatewayPart);
      await lifecycle.stop();
    },
    async stopEdge(how) {
      await Promise.all([edge?.stop(how), gateway?.stop(how)]);
    },
    lendSockets() {
      return [...(edge?.lendSockets() ?? []), ...(gateway?.lendSockets() ?? [])];
    },
    takeBackSockets() {
      edge?.takeBackSockets();
    },
  };
}

function nodeSettings({ settings, sources }: NodeOptions): NodeSettings {
  return {
    process_id: process.pid,
    settings: shownSettings(settings, sources),
    unknown_variables: unknownVariables(sources),
  };
}

function edgeSupervisor(
  { settings, prettyLogs, log, disk, metrics, inheritance }: NodeOptions,
  snapshots: NodeSnapshots,
  inherited: readonly InheritedSockets[],
): EdgeSupervisor {
  const supervisor = new EdgeSupervisor({
    workers: settings.edgeWorkers,
    config: edgeConfig(settings),
    currentSnapshot: () => snapshots.current(),
    logging: { logLevel: settings.logLevel, prettyLogs },
    inherited,
    ...(inheritance && { generation: inheritance.generation }),
    telemetry: supervisorTelemetry('edge', { log, metrics }),
    reportDiskFull: disk.report,
  });
  snapshots.onUpdate((update) => supervisor.publish(update));
  return supervisor;
}

/** Undefined if the node publishes nothing that is shipped. */
function shippingPart(
  { modules }: Core,
  { settings, prettyLogs, log, disk, metrics, inheritance }: NodeOptions,
): ShippingPart | undefined {
  const source = modules.find((module) => module.shipping)?.shipping;
  if (!source || !(settings.roles.has('edge') || settings.roles.has('worker'))) return undefined;
  const config = shippingConfig(settings, systemClock.now());
  beginAccessLog(config);
  return new ShippingPart({
    source,
    log,
    supervise: (onReport) =>
      new ShippingSupervisor({
        config,
        onReport,
        logging: { logLevel: settings.logLevel, prettyLogs },
        ...(inheritance && { generation: inheritance.generation }),
        telemetry: supervisorTelemetry('shipping', { log, metrics }),
        reportDiskFull: disk.report,
      }),
  });
}

/** Undefined if the node has no upstreams, or lacks the role `gateway`. */
function gatewaySupervisor(
  { settings, prettyLogs, log, metrics, inheritance }: NodeOptions,
  inherited: InheritedSockets | undefined,
): GatewaySupervisor | undefined {
  if (!settings.roles.has('gateway') || settings.gatewayUpstreams.length === 0) {
    if (inherited) closeInherited([inherited]);
    return undefined;
  }
  return new GatewaySupervisor({
    config: gatewayConfig(settings),
    listen: settings.gatewayListen,
    inherited,
    logging: { logLevel: settings.logLevel, prettyLogs },
    ...(inheritance && { generation: inheritance.generation }),
    telemetry: supervisorTelemetry('gateway', { log, metrics }),
  });
}

function isSameAddress(a: ListenAddress, b: ListenAddress): boolean {
  return a.host === b.host && a.port === b.port;
}
