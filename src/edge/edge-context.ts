import type { FirewallEvent } from '../contracts/events/firewall-event.ts';
import type { CredentialStore } from '../detectors/credentials/credential-store.ts';
import type { VisitorLocations } from '../detectors/geoip/visitor-locations.ts';
import type { ThreadedScanner } from '../detectors/sensitive-data/thread/threaded-scanner.ts';
import type { Cidr } from '../kernel/ip.ts';
import type { InspectionLimits } from '../request/body/inspected-body.ts';
import type { ChallengeGate } from './challenge/challenge-gate.ts';
import type { EdgeTelemetry } from './edge-telemetry.ts';
import type { GatewayLink } from './gateway/gateway-link.ts';
import type { NodeRates } from './limits/node-rates.ts';
import type { RateCounters } from './limits/rate-counters.ts';
import type { PageMonitor } from './page-monitoring/page-monitor.ts';
import type { EventBatcher } from './request-log/event-batcher.ts';
import type { FirewallCounts } from './request-log/firewall-counts.ts';
import type { GatewayCounts } from './request-log/gateway-counts.ts';
import type { MatchedDataSealer } from './request-log/matched-data-sealer.ts';
import type { OriginCounts } from './request-log/origin-counts.ts';
import type { RequestLog } from './request-log/request-log.ts';
import type { TraceLog } from './trace/trace-log.ts';
import type { OverriddenOrigins } from './upstream/overridden-origins.ts';
import type { SlowBodies } from './upstream/slow-bodies.ts';
import type { ZoneTable } from './zone-table.ts';

/** Limits of one request. */
export interface EdgeLimits extends InspectionLimits {
  readonly urlBytes: number;
  readonly headerCount: number;
}

/** The trusted proxies, and the header in which they send the address of the visitor. */
export interface ProxyTrust {
  readonly proxies: readonly Cidr[];
  /** The name in lower case. */
  readonly header: string;
}

/** The services and settings that all requests of a process share. */
export interface EdgeContext {
  readonly snapshots: ZoneTable;
  readonly overriddenOrigins: OverriddenOrigins;
  /** Undefined if the node runs no gateway. */
  readonly gateway: GatewayLink | undefined;
  readonly limits: EdgeLimits;
  readonly trust: ProxyTrust;
  readonly slowBodies: SlowBodies;
  readonly log: RequestLog;
  /** Whether requests that no zone serves are logged as well. */
  readonly logsUnserved: boolean;
  readonly securityLog: EventBatcher<FirewallEvent>;
  readonly matchedData: MatchedDataSealer;
  readonly originCounts: OriginCounts;
  readonly gatewayCounts: GatewayCounts;
  readonly firewallCounts: FirewallCounts;
  readonly traces: TraceLog;
  /** Leaked credentials. */
  readonly credentials: CredentialStore;
  /** Undefined without MMDB files. */
  readonly locations: VisitorLocations | undefined;
  readonly rates: RateCounters;
  /** Undefined if this process is the only one. */
  readonly nodeRates: NodeRates | undefined;
  readonly challenges: ChallengeGate;
  readonly pages: PageMonitor;
  readonly scanner: ThreadedScanner;
  readonly telemetry: EdgeTelemetry;
  readonly failingRules: 'skip' | 'block';
  readonly random: () => number;
  /** Idle timeout of an upgraded connection, such as a WebSocket. */
  readonly idleMs: number;
  readonly state: {
    /** Whether the process is draining: responses then ask visitors to open a new connection for the next request. */
    isDraining: boolean;
    /** The port for https; undefined if this process does not listen for it. */
    tlsPort: number | undefined;
  };
}
