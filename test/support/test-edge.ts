import { payloadOf } from '../../src/bus/encoded-batch.ts';
import type { EdgeConfig } from '../../src/contracts/edge-channel.ts';
import {
  FIREWALL_COMPARISONS_TOPIC,
  type FirewallComparisons,
} from '../../src/contracts/events/firewall-comparison.ts';
import {
  FIREWALL_EVENTS_TOPIC,
  type FirewallEvent,
} from '../../src/contracts/events/firewall-event.ts';
import {
  GATEWAY_USAGE_TOPIC,
  type GatewayUsage,
} from '../../src/contracts/events/gateway-usage.ts';
import {
  type HttpRequestEvent,
  readHttpRequests,
} from '../../src/contracts/events/http-request-event.ts';
import {
  ORIGIN_RESULTS_TOPIC,
  type OriginResults,
} from '../../src/contracts/events/origin-results.ts';
import {
  PAGE_OBSERVATIONS_TOPIC,
  type PageObservation,
} from '../../src/contracts/events/page-observation.ts';
import {
  PAGE_VIOLATIONS_TOPIC,
  type PageViolation,
} from '../../src/contracts/events/page-violation.ts';
import {
  REQUEST_TRACES_TOPIC,
  type RequestTrace,
} from '../../src/contracts/events/request-trace.ts';
import type { SiteRequest, SiteResult } from '../../src/contracts/site-request.ts';
import type { SnapshotUpdate } from '../../src/contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../../src/contracts/snapshot/zone-snapshot.ts';
import { createBuiltInStore } from '../../src/detectors/credentials/built-in-store.ts';
import type { CredentialStore } from '../../src/detectors/credentials/credential-store.ts';
import type { VisitorLocations } from '../../src/detectors/geoip/visitor-locations.ts';
import { Edge } from '../../src/edge/edge.ts';
import { edgeTelemetry } from '../../src/edge/edge-telemetry.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import type { Telemetry } from '../../src/telemetry/telemetry.ts';
import { snapshotOfRules, type WrittenRules } from './edge-rules.ts';
import { messageOf, updateOf } from './edge-snapshots.ts';

/** The default configuration of an edge process, on a port that the system chooses. */
export const testEdgeConfig: EdgeConfig = {
  slot: 1,
  host: '127.0.0.1',
  port: 0,
  tls: undefined,
  busFolder: '',
  spool: { topics: [], maxAgeMs: 0, maxBytes: 0 },
  credentialsFolder: '',
  geoipFiles: [],
  key: '0'.repeat(64),
  clearanceSeconds: 1_800,
  traceSampleRate: 0,
  failingRules: 'skip',
  hidesSecretsInLog: false,
  logsUnserved: false,
  pages: { sampleRate: 1, reportingHost: undefined },
  limits: {
    connections: 16_384,
    headerBytes: 32_768,
    headerCount: 128,
    urlBytes: 16_384,
    headerSeconds: 15,
    keepAliveSeconds: 75,
    bodyBytesPerSecond: 240,
    inspectedBytes: 131_072,
    inspectedSeconds: 30,
  },
  origins: {
    connectSeconds: 5,
    responseSeconds: 100,
    idleSeconds: 900,
    connections: 1_024,
    headerBytes: 131_072,
    headerCount: 512,
    verifyTls: true,
  },
  gateway: undefined,
  trustedProxies: [],
  clientAddressHeader: 'x-forwarded-for',
  proxyProtocol: [],
  drainSeconds: 1,
  lameDuckMs: 300,
};

export interface TestEdge {
  readonly port: number;
  readonly tlsPort: number;
  /** The request log so far. */
  readonly events: HttpRequestEvent[];
  /** Security events so far. */
  readonly security: FirewallEvent[];
  readonly traces: RequestTrace[];
  /** Observations of pages, and violations of policies. */
  readonly observations: PageObservation[];
  readonly violations: PageViolation[];
  /** Counts of responses and failures of origins. */
  readonly originResults: OriginResults[];
  /** Counts of requests to hosts of the gateway. */
  readonly gatewayUsage: GatewayUsage[];
  /** Counts of what both firewalls did. */
  readonly comparisons: FirewallComparisons[];
  /** Connections of visitors. */
  connections(): number;
  originConnections(): { readonly open: number; readonly idle: number };
  /** Requests in flight to origins. */
  inFlight(): number;
  /** Writes buffered log records. */
  flush(): void;
  apply(parts: Partial<SnapshotUpdate>): Promise<void>;
  /** Sends a request of the node itself to a site. */
  fetch(request: SiteRequest): Promise<SiteResult>;
  /** Replaces all rules of a zone and its account. */
  applyRules(zone: ZoneSnapshot, rules: WrittenRules): Promise<void>;
  /** `isReplaced` means that another process already accepts connections. */
  close(isReplaced?: boolean): Promise<void>;
}

/** A real edge in this process, with access to its logs. */
export async function openTestEdge(
  initial: Partial<SnapshotUpdate>,
  config: Partial<EdgeConfig> = {},
  {
    credentials = createBuiltInStore(),
    telemetry = silentTelemetry,
    locations,
    now,
    lastScansMs,
  }: {
    credentials?: CredentialStore;
    telemetry?: Telemetry;
    locations?: VisitorLocations;
    now?: () => number;
    lastScansMs?: number;
  } = {},
): Promise<TestEdge> {
  const events: HttpRequestEvent[] = [];
  const security: FirewallEvent[] = [];
  const traces: RequestTrace[] = [];
  const observations: PageObservation[] = [];
  const violations: PageViolation[] = [];
  const originResults: OriginResults[] = [];
  const gatewayUsage: GatewayUsage[] = [];
  const comparisons: FirewallComparisons[] = [];
  const edge = new Edge({
    config: { ...testEdgeConfig, ...config },
    telemetry: edgeTelemetry(telemetry),
    credentials,
    locations,
    ...(now && { now }),
    ...(lastScansMs !== undefined && { lastScansMs }),
    publisher: {
      async publish(topic, batch) {
        if (topic === FIREWALL_EVENTS_TOPIC) security.push(...(batch as FirewallEvent[]));
        else if (topic === REQUEST_TRACES_TOPIC) traces.push(...(batch as RequestTrace[]));
        else if (topic === PAGE_OBSERVATIONS_TOPIC)
          observations.push(...(batch as PageObservation[]));
        else if (topic === PAGE_VIOLATIONS_TOPIC) violations.push(...(batch as PageViolation[]));
        else if (topic === ORIGIN_RESULTS_TOPIC) originResults.push(...(batch as OriginResults[]));
        else if (topic === FIREWALL_COMPARISONS_TOPIC)
          comparisons.push(...(batch as FirewallComparisons[]));
        else if (topic === GATEWAY_USAGE_TOPIC) gatewayUsage.push(...(batch as GatewayUsage[]));
        else events.push(...(readHttpRequests(JSON.parse(payloadOf(batch))) ?? []));
        return { accepted: true };
      },
    },
  });
  await edge.apply(messageOf(updateOf({ ...initial, complete: true })));
  await edge.listen();
  const [port = 0, tlsPort = 0] = edge.ports;
  let sharedKeys = new Set<string>();
  return {
    port,
    tlsPort,
    events,
    security,
    traces,
    observations,
    violations,
    originResults,
    gatewayUsage,
    comparisons,
    connections: () => edge.connections,
    originConnections: () => edge.countOriginConnections(),
    inFlight: () =>
      edge.snapshots.pools.values().reduce((total, { inFlight }) => total + inFlight, 0),
    flush: () => edge.flushLog(),
    apply: (parts) => edge.apply(messageOf(updateOf(parts))),
    async applyRules(zone, rules) {
      const { section, shared } = snapshotOfRules(rules, zone.sections.zone.accountId);
      const keys = new Set(shared.map(({ key }) => key));
      const removed = { rulesets: [...sharedKeys.difference(keys)] };
      sharedKeys = keys;
      const sections = { ...zone.sections, rulesets: section };
      const zones = [{ ...zone, sections }];
      await edge.apply(messageOf(updateOf({ zones, rulesets: shared, removed })));
    },
    fetch: (request) => edge.fetch(request),
    close: (isReplaced) => edge.drain(isReplaced),
  };
}
