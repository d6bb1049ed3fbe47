import type { FirewallEvent } from '../contracts/events/firewall-event.ts';
import type { HttpRequestRow } from '../contracts/events/http-request-event.ts';
import type { CredentialStore } from '../detectors/credentials/credential-store.ts';
import type { ThreadedScanner } from '../detectors/sensitive-data/thread/threaded-scanner.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Cidr } from '../kernel/ip.ts';
import type { InspectionLimits } from './body/inspected-body.ts';
import type { ChallengeGate } from './challenge/challenge-gate.ts';
import type { EdgeTelemetry } from './edge-telemetry.ts';
import type { RateCounters } from './limits/rate-counters.ts';
import type { PageMonitor } from './page-monitoring/page-monitor.ts';
import type { EventBatcher } from './request-log/event-batcher.ts';
import type { MatchedDataSealer } from './request-log/matched-data-sealer.ts';
import type { TraceLog } from './trace/trace-log.ts';
import type { OverriddenOrigins } from './upstream/overridden-origins.ts';
import type { SlowAnswers } from './upstream/slow-answers.ts';
import type { SlowBodies } from './upstream/slow-bodies.ts';
import type { ZoneTable } from './zone-table.ts';

/** What one request may ask of us. */
export interface EdgeLimits extends InspectionLimits {
  readonly urlBytes: number;
  readonly headerCount: number;
}

/** Whose word on the visitor's address counts. */
export interface ProxyTrust {
  readonly proxies: readonly Cidr[];
  /** In lower case. */
  readonly header: string;
}

/** What the stages of all requests share. */
export interface EdgeContext {
  readonly snapshots: ZoneTable;
  readonly overriddenOrigins: OverriddenOrigins;
  readonly limits: EdgeLimits;
  readonly trust: ProxyTrust;
  readonly slowAnswers: SlowAnswers;
  readonly slowBodies: SlowBodies;
  readonly log: EventBatcher<HttpRequestRow>;
  readonly securityLog: EventBatcher<FirewallEvent>;
  readonly matchedData: MatchedDataSealer;
  readonly traces: TraceLog;
  /** What is known from leaks. */
  readonly credentials: CredentialStore;
  readonly rates: RateCounters;
  readonly challenges: ChallengeGate;
  readonly pages: PageMonitor;
  readonly scanner: ThreadedScanner;
  readonly telemetry: EdgeTelemetry;
  readonly failingRules: 'skip' | 'block';
  readonly clock: Clock;
  readonly random: () => number;
  /** How long an origin has to accept a connection and to answer, and a tunnel may be silent. */
  readonly connectMs: number;
  readonly responseMs: number;
  readonly idleMs: number;
  /** How long a visitor has to end a body that nobody waits for, and may take nothing of an answer. */
  readonly lingerMs: number;
  readonly visitorMs: number;
  readonly verifyTls: boolean;
  readonly state: {
    /** The process is about to end: answers say that no further request should come this way. */
    isDraining: boolean;
  };
}
