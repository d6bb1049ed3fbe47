import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Publisher } from '../bus/bus.ts';
import type { EdgeAddress, EdgeConfig, PeerUpdates } from '../contracts/edge-channel.ts';
import { FIREWALL_EVENTS_TOPIC } from '../contracts/events/firewall-event.ts';
import type { RateAnswers } from '../contracts/rate-questions.ts';
import type { SiteRequest, SiteResult } from '../contracts/site-request.ts';
import type { SnapshotMessage } from '../contracts/snapshot/snapshot-message.ts';
import type { CredentialStore } from '../detectors/credentials/credential-store.ts';
import type { VisitorLocations } from '../detectors/geoip/visitor-locations.ts';
import { ThreadedScanner } from '../detectors/sensitive-data/thread/threaded-scanner.ts';
import { systemClock } from '../kernel/clock.ts';
import { type Cidr, parseCidr } from '../kernel/ip.ts';
import { bindSockets } from '../transport/bind-sockets.ts';
import type { ConnectionCount } from '../transport/connection-slots.ts';
import { TimerWheel } from '../transport/timer-wheel.ts';
import type { ListeningSocket, VisitorServer } from '../transport/visitor-server.ts';
import { OriginRuntime } from './balancing/origin-runtime.ts';
import { Certificates, type Expiry } from './certificates.ts';
import { ChallengeGate } from './challenge/challenge-gate.ts';
import type { EdgeContext } from './edge-context.ts';
import type { EdgeTelemetry } from './edge-telemetry.ts';
import { GatewayLink } from './gateway/gateway-link.ts';
import { NodeRates, type SendQuestions } from './limits/node-rates.ts';
import { RateCounters } from './limits/rate-counters.ts';
import { createVisitorServer } from './listener.ts';
import { PageMonitor } from './page-monitoring/page-monitor.ts';
import { PeerExchange } from './peer-exchange.ts';
import { RequestHandler } from './request-handler.ts';
import { EventBatcher } from './request-log/event-batcher.ts';
import { FirewallCounts } from './request-log/firewall-counts.ts';
import { GatewayCounts } from './request-log/gateway-counts.ts';
import { MatchedDataSealer } from './request-log/matched-data-sealer.ts';
import { OriginCounts } from './request-log/origin-counts.ts';
import { RequestLog } from './request-log/request-log.ts';
import { fetchFromSite } from './site/fetch-from-site.ts';
import { tick } from './tick.ts';
import { TraceLog } from './trace/trace-log.ts';
import { type OriginConnectionSettings, OriginPools } from './upstream/origin-pools.ts';
import { OverriddenOrigins } from './upstream/overridden-origins.ts';
import { SlowBodies } from './upstream/slow-bodies.ts';
import { ZoneTable } from './zone-table.ts';

/** How often the folder of certificates is checked for changes. */
const CERTIFICATES_MS = 10_000;

/** Resolution of the deadlines of connections. */
const TICK_MS = 100;

/** How long the process waits for the log records of requests that were cut off. */
const LAST_LOGS_MS = 500;
const LAST_SCANS_MS = 2_000;

export interface EdgeOptions {
  readonly config: EdgeConfig;
  readonly publisher: Publisher;
  readonly credentials: CredentialStore;
  readonly locations?: VisitorLocations | undefined;
  readonly telemetry: EdgeTelemetry;
  /** Asks the primary about rate limits; absent if this process is the only one. */
  readonly askRates?: SendQuestions;
  /** Milliseconds on a monotonic clock. */
  readonly now?: () => number;
  /** How long a draining process waits for scans of responses that were sent. */
  readonly lastScansMs?: number;
}

/** The data plane of one process: listeners, and everything that handles their requests. */
export class Edge {
  readonly #config: EdgeConfig;
  readonly #lastScansMs: number;
  readonly #telemetry: EdgeTelemetry;
  readonly #context: EdgeContext;
  readonly #handler: RequestHandler;
  readonly #peers: PeerExchange;
  readonly #server: VisitorServer;
  #ports: readonly number[] = [];
  readonly #wheel: TimerWheel;
  #certificates: Certificates | undefined;
  #certificatesTimer: NodeJS.Timeout | undefined;

  constructor(options: EdgeOptions) {
    const { config, publisher, credentials, locations, telemetry, now = tick } = options;
    const { limits } = config;
    const rates = new RateCounters({ now, onShared: telemetry.rateKeyShared });
    this.#wheel = new TimerWheel({ tickMs: TICK_MS, now: tick });
    const origins = originSettings(config, this.#wheel);
    this.#config = config;
    this.#lastScansMs = options.lastScansMs ?? LAST_SCANS_MS;
    this.#telemetry = telemetry;
    this.#context = {
      snapshots: new ZoneTable(
        (poolId, origin) => new OriginRuntime(poolId, origin, new OriginPools(origin, origins)),
      ),
      overriddenOrigins: new OverriddenOrigins(origins),
      gateway: config.gateway && new GatewayLink(config.gateway, origins),
      limits,
      trust: {
        proxies: config.trustedProxies.map(parseCidr) as readonly Cidr[],
        header: config.clientAddressHeader,
      },
      slowBodies: new SlowBodies(limits.bodyBytesPerSecond),
      log: new RequestLog(publisher, config.hidesSecretsInLog),
      logsUnserved: config.logsUnserved,
      securityLog: new EventBatcher(publisher, FIREWALL_EVENTS_TOPIC),
      matchedData: new MatchedDataSealer({ telemetry }),
      originCounts: new OriginCounts({ publisher, now: () => systemClock.now() }),
      gatewayCounts: new GatewayCounts({ publisher, now: () => systemClock.now() }),
      firewallCounts: new FirewallCounts(publisher),
      traces: new TraceLog({
        publisher,
        sampleRate: config.traceSampleRate,
        random: Math.random,
        telemetry,
        now,
      }),
      credentials,
      locations,
      rates,
      nodeRates: options.askRates && new NodeRates(rates, options.askRates),
      challenges: new ChallengeGate({
        key: Buffer.from(config.key, 'hex'),
        clock: systemClock,
        clearanceSeconds: config.clearanceSeconds,
      }),
      pages: new PageMonitor({
        ...config.pages,
        key: Buffer.from(config.key, 'hex'),
        publisher,
        hidesSecrets: config.hidesSecretsInLog,
        random: Math.random,
        clock: systemClock,
        onResult: telemetry.pageReport,
      }),
      scanner: new ThreadedScanner({ onFailure: telemetry.scanFailed }),
      failingRules: config.failingRules,
      telemetry,
      random: Math.random,
      idleMs: origins.idleMs,
      state: { isDraining: false, tlsPort: undefined },
    };
    this.#handler = new RequestHandler(this.#context);
    this.#server = createVisitorServer({
      ...limits,
      handler: this.#handler,
      telemetry,
      wheel: this.#wheel,
      proxies: config.proxyProtocol.map(parseCidr) as readonly Cidr[],
      onRefused: config.logsUnserved
        ? (refused) => this.#context.log.addRefused(refused)
        : undefined,
    });
    this.#peers = new PeerExchange(this.#context.rates, this.#context.challenges);
  }

  /** Requests a URL of a site as a visitor would. */
  async fetch(request: SiteRequest): Promise<SiteResult> {
    const { snapshots, pages } = this.#context;
    return await fetchFromSite(request, snapshots, pages.scripts, this.#handler);
  }

  /** The ports that visitors connect to. */
  get ports(): readonly number[] {
    return this.#ports;
  }

  /** Connections of visitors. */
  get connections(): number {
    return this.#server.connections;
  }

  countVisitorConnections(): ConnectionCount[] {
    return this.#server.count();
  }

  countOriginConnections(): { readonly open: number; readonly idle: number } {
    const { snapshots, overriddenOrigins, gateway } = this.#context;
    const ofPools = snapshots.pools.values().flatMap((pool) => pool.origins);
    const ofGateway = gateway ? [gateway.route.origin] : [];
    let open = 0;
    let idle = 0;
    for (const { pools } of [...ofPools, ...overriddenOrigins.origins, ...ofGateway]) {
      open += pools.connections;
      idle += pools.idle;
    }
    return { open, idle };
  }

  get snapshots(): ZoneTable {
    return this.#context.snapshots;
  }

  async apply(part: SnapshotMessage): Promise<void> {
    const { snapshots, gateway } = this.#context;
    const before = new Set(snapshots.problems.map(({ id }) => id));
    await snapshots.apply(part);
    if (part.hasMore) return;
    gateway?.tunnels.endForbidden((host) => snapshots.zoneOfHost(host));
    for (const problem of snapshots.problems) {
      if (!before.has(problem.id)) this.#telemetry.configurationRefused(problem);
    }
    this.#telemetry.applied(this.#config.slot, {
      revision: snapshots.revision,
      zones: snapshots.size,
      bad: snapshots.problems.length,
      listItems: snapshots.lists.itemCounts,
    });
  }

  async listen(): Promise<void> {
    const { tls } = this.#config;
    this.#wheel.start();
    this.#ports = [await this.#server.listen(listeningSockets(this.#config))];
    if (!tls) return;
    const certificates = await this.#watchCertificates(tls.folder);
    const { snapshots, state } = this.#context;
    const port = await this.#server.listenTls(listeningSockets(tls), {
      findCertificate: (name) => certificates.find(name),
      limitsOf: (name) => snapshots.zoneOfHost(name.toLowerCase())?.traffic?.tls,
      limitsToTls12: () => snapshots.hasZonesWithoutTls13,
    });
    state.tlsPort = port;
    this.#ports = [...this.#ports, port];
  }

  /** How long each certificate of visitors' connections is still valid. */
  certificateExpiries(): readonly Expiry[] {
    return this.#certificates?.expiries() ?? [];
  }

  /**
   * Accepts no new connections, lets requests finish for the drain time, and closes the rest. If another process has
   * taken over the listening sockets, idle connections stay open for the drain time as well.
   */
  async drain(isReplaced = false): Promise<void> {
    clearInterval(this.#certificatesTimer);
    // For the lame duck time, responses ask visitors to open a new connection for the next request, because a request
    // that arrives while its connection is being closed is lost.
    this.#context.state.isDraining = true;
    const drainMs = this.#config.drainSeconds * 1000;
    if (!isReplaced) await systemClock.sleep(Math.min(this.#config.lameDuckMs, drainMs));
    const deadline = setTimeout(() => this.#server.destroy(), drainMs);
    await (isReplaced ? this.#server.retire() : this.#server.drain());
    clearTimeout(deadline);
    await this.#logged();
    // Flushes now, because the findings of the last scans may take a while.
    this.flushLog();
    await Promise.race([
      this.#context.scanner.idle(),
      wait(this.#lastScansMs, undefined, { ref: false }),
    ]);
    await this.#context.scanner.close();
    this.#context.slowBodies.close();
    this.#context.snapshots.close();
    this.#context.overriddenOrigins.close();
    this.#context.gateway?.close();
    this.#wheel.stop();
    this.flushLog();
  }

  /** Reads changed certificates now. */
  async reload(): Promise<void> {
    await this.#certificates?.refresh().catch((error: Error) => {
      this.#telemetry.certificateRefused(this.#config.tls?.folder ?? '', error.message);
    });
  }

  /** Updates for the other edge processes of the node since the last call. */
  drainUpdates(): PeerUpdates | undefined {
    return this.#peers.drain();
  }

  /** The answers of the primary to questions about rate limits. */
  receiveRates(id: number, answers: RateAnswers): void {
    this.#context.nodeRates?.receive(id, answers);
  }

  /** Merges updates of another edge process of the node. */
  merge(updates: PeerUpdates): void {
    this.#peers.merge(updates);
    this.#telemetry.peerUpdateMerged();
  }

  flushLog(): void {
    this.#context.log.flush();
    this.#context.securityLog.flush();
    this.#context.originCounts.flush();
    this.#context.gatewayCounts.flush();
    this.#context.firewallCounts.flush();
    this.#context.traces.flush();
    this.#context.pages.flush();
  }

  /** Waits for the last log records: requests are logged when their connection closes, shortly after the server has closed. */
  async #logged(): Promise<void> {
    const end = performance.now() + LAST_LOGS_MS;
    while (this.#handler.activeRequests > 0 && performance.now() < end) await setImmediate();
  }

  async #watchCertificates(folder: string): Promise<Certificates> {
    const certificates = new Certificates({
      folder,
      onRefused: this.#telemetry.certificateRefused,
      onRead: this.#telemetry.certificates,
      onEmpty: this.#telemetry.noCertificates,
      onExpiring: this.#telemetry.certificateExpiring,
      clock: systemClock,
    });
    this.#certificates = certificates;
    await certificates.refresh();
    this.#certificatesTimer = setInterval(() => void this.reload(), CERTIFICATES_MS).unref();
    return certificates;
  }
}

function originSettings({ origins }: EdgeConfig, wheel: TimerWheel): OriginConnectionSettings {
  return {
    wheel,
    responseMs: origins.responseSeconds * 1000,
    idleMs: origins.idleSeconds * 1000,
    connectMs: origins.connectSeconds * 1000,
    connections: origins.connections,
    headBytes: origins.headerBytes,
    fields: origins.headerCount,
    verifyTls: origins.verifyTls,
  };
}

/** The sockets inherited from the primary, or new ones if the edge runs without a primary. */
function listeningSockets({ host, port, sockets }: EdgeAddress): readonly ListeningSocket[] {
  return sockets?.map((fd) => ({ fd })) ?? bindSockets({ host, port });
}
