import type { PageViolation } from '../../contracts/events/page-violation.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { hasCdnCgiPath } from '../../kernel/cdn-cgi.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newHexId } from '../../kernel/hex-id.ts';
import { type Source, SourceCounts, sourceOf } from '../limits/source-counts.ts';
import { ViolationQuota } from '../limits/violation-quota.ts';
import { WindowCounts } from '../limits/window-counts.ts';
import { shownUri } from '../redaction/secrets.ts';
import { judgeReport, monitoredDirectives, type ReportedResource } from './judge-report.ts';
import type { ObservationLog, Sighting } from './observation-log.ts';
import { type AcceptedReport, ReportDedup } from './report-dedup.ts';
import { isReportType, type PageReport, parseReports } from './report-format.ts';
import { tokenIn } from './report-path.ts';
import type { ReportOutcome, ReportRefusal, ReportResult } from './report-result.ts';
import type { ReportToken, ReportTokens } from './report-token.ts';
import type { ZonePages } from './zone-pages.ts';

/** The parts of a zone that its reports need. */
export interface ReportedZone {
  readonly id: string;
  readonly name: string;
  readonly section: { readonly accountId: string };
  readonly pages: ZonePages | undefined;
}

/** The head of a request with reports. */
export interface ReportRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  readonly clientAddress: string;
}

/** A request with reports whose body may be read. */
export interface AdmittedReport {
  readonly zone: ReportedZone;
  readonly token: ReportToken;
  readonly source: Source;
}

interface ReportIntakeOptions {
  readonly tokens: ReportTokens;
  readonly observations: ObservationLog;
  readonly violations: { add(violation: PageViolation): void };
  readonly onResult: (result: ReportResult, count?: number) => void;
  readonly clock: Clock;
  /** Whether parts of URLs that look like secrets are redacted in violations. */
  readonly hidesSecrets: boolean;
}

const MINUTE_MS = 60_000;
/** Reports of one visitor per minute: enough for a dozen pages with a hundred resources each. */
const MAX_PER_SOURCE = 1_200;
/** Reports about one zone per minute, in one process. */
const MAX_PER_ZONE = 1_200_000;
/** Zones and policies that are remembered at once. */
const ZONES = 16_384;
const POLICIES = 16_384;

/** Accepts reports of browsers and forwards new observations and violations. Its memory is bounded. */
export class ReportIntake {
  static readonly bodyLimit = 65_536;

  readonly #options: ReportIntakeOptions;
  readonly #sources = new SourceCounts({ windowMs: MINUTE_MS, most: MAX_PER_SOURCE });
  readonly #zones = new WindowCounts({ windowMs: MINUTE_MS, most: MAX_PER_ZONE, keys: ZONES });
  readonly #violations = new ViolationQuota();
  /** The number of violations that were not reported since the last event, by policy and type. */
  readonly #suppressed = new BoundedMap<string, number>(POLICIES);
  readonly #dedup = new ReportDedup();

  constructor(options: ReportIntakeOptions) {
    this.#options = options;
  }

  /** Decides by the head of a request whether its body is read. */
  admit(
    request: ReportRequest,
    zoneOf: (zoneId: string) => ReportedZone | undefined,
  ): AdmittedReport | ReportRefusal {
    const admitted = this.#admit(request, zoneOf);
    if (typeof admitted === 'string') this.#options.onResult(admitted);
    return admitted;
  }

  /** Accepts a body. `undefined` means that it could be parsed, not that its reports were kept. */
  take(admitted: AdmittedReport, body: Buffer): ReportRefusal | undefined {
    const { onResult } = this.#options;
    const parsed =
      body.length > ReportIntake.bodyLimit ? 'too-large' : parseReports(body.toString());
    if (!parsed || parsed === 'too-large') {
      onResult(parsed ?? 'malformed');
      return parsed ?? 'malformed';
    }
    if (parsed.others > 0) onResult('unasked', parsed.others);
    if (parsed.malformed > 0) onResult('malformed', parsed.malformed);
    const now = this.#options.clock.now();
    for (const [index, report] of parsed.reports.entries()) {
      // The first report was counted with the request.
      const isCounted = index === 0 || this.#sources.take(admitted.source, now);
      onResult(isCounted ? this.#keep(report, admitted, now) : 'source-limit');
    }
    return undefined;
  }

  /** Whether a preflight request (CORS) is accepted. It counts like a report. */
  acceptsPreflight(clientAddress: string): boolean {
    const isAccepted = this.#sources.take(sourceOf(clientAddress), this.#options.clock.now());
    if (!isAccepted) this.#options.onResult('source-limit');
    return isAccepted;
  }

  /** Counts a report whose body did not arrive in time. */
  timedOut(): ReportRefusal {
    this.#options.onResult('too-slow');
    return 'too-slow';
  }

  #admit(
    request: ReportRequest,
    zoneOf: (zoneId: string) => ReportedZone | undefined,
  ): AdmittedReport | ReportRefusal {
    const now = this.#options.clock.now();
    const source = sourceOf(request.clientAddress);
    if (!this.#sources.take(source, now)) return 'source-limit';
    if (request.method !== 'POST') return 'wrong-method';
    if (!isReportType(request.contentType)) return 'wrong-type';
    if (Number(request.contentLength ?? 0) > ReportIntake.bodyLimit) return 'too-large';
    const read = this.#options.tokens.read(tokenIn(request.target), now);
    if (read.state !== 'valid') return read.state;
    const zone = zoneOf(read.token.zoneId);
    if (!zone) return 'wrong-zone';
    if (!this.#zones.take(zone.id, now)) return 'zone-limit';
    return { zone, token: read.token, source };
  }

  #keep(report: PageReport, admitted: AdmittedReport, now: number): ReportOutcome {
    const { zone, token } = admitted;
    const { pages } = zone;
    const isOfPolicy = token.mode !== 'monitor';
    const directives = pages && directivesOf(pages, token);
    if (!directives) return 'not-monitored';
    const { keepsConnectionPaths } = pages;
    const scope = { zoneName: zone.name, isOfPolicy, directives, keepsConnectionPaths };
    const judged = judgeReport(report, scope);
    if (judged.kind === 'dropped') return judged.reason;
    const isViolation = judged.kind === 'resource' && isOfPolicy;
    // Policies are enforced even if pages are not monitored.
    if (!isViolation && !pages.isMonitored) return 'not-monitored';
    if (this.#dedup.has(judged, admitted, now)) {
      if (!isViolation && judged.kind === 'resource') this.#addPage(judged, admitted, now);
      return 'duplicate';
    }
    const outcome = isViolation
      ? this.#violate(judged, admitted, now)
      : this.#observe(judged, admitted, now);
    const isKept = outcome !== 'memory-limit' && outcome !== 'source-limit';
    if (isKept) this.#dedup.add(judged, admitted, now);
    return outcome;
  }

  /** A resource that a visitor reports again from another page is not counted again, but the page is kept. */
  #addPage(resource: ReportedResource, admitted: AdmittedReport, now: number): void {
    if (this.#dedup.hasOnPage(resource, admitted, now)) return;
    this.#dedup.addPage(resource, admitted, now);
    const { zone, source } = admitted;
    this.#options.observations.addPage(sightingOf(resource, zone), source, now);
  }

  #violate(judged: ReportedResource, admitted: AdmittedReport, now: number): ReportOutcome {
    const { zone, token, source } = admitted;
    const { type, directive, host, pageUrl, url, urlHost } = judged;
    const { policyId, mode } = token;
    const { hidesSecrets } = this.#options;
    const key = `${policyId} ${type}`;
    const suppressed = this.#suppressed.get(key) ?? 0;
    if (!this.#violations.take(zone.id, source, now)) {
      this.#suppressed.set(key, suppressed + 1);
      return 'suppressed';
    }
    if (suppressed > 0) this.#suppressed.delete(key);
    this.#options.violations.add({
      id: newHexId(),
      zoneId: zone.id,
      accountId: zone.section.accountId,
      fields: {
        Action: mode,
        CSPDirective: directive,
        Host: host,
        PageURL: hidesSecrets ? shownUri(pageUrl) : pageUrl,
        PolicyID: policyId,
        ResourceType: type,
        Timestamp: now,
        URL: hidesSecrets ? shownUri(url) : url,
        URLContainsCDNCGIPath: hasCdnCgiPath(url),
        URLHost: urlHost,
      },
      ...(suppressed > 0 && { suppressed }),
    });
    return 'violation';
  }

  #observe(judged: AcceptedReport, { zone, source }: AdmittedReport, now: number): ReportOutcome {
    const result = this.#options.observations.add(sightingOf(judged, zone), source, now);
    if (result !== 'kept') return result;
    return judged.kind === 'long-url' ? 'long-url' : 'observed';
  }
}

function sightingOf(judged: AcceptedReport, { id, section }: ReportedZone): Sighting {
  const { host, pageUrl, url } = judged;
  const seen = { zoneId: id, accountId: section.accountId, host, pageUrl, url };
  if (judged.kind === 'hash') return { kind: 'script-hash', ...seen, hash: judged.hash };
  if (judged.kind === 'long-url') return { kind: 'long-url', ...seen, resource: judged.type };
  // For monitoring, only reports about scripts and connections are requested.
  return { kind: judged.type === 'connection' ? 'connection' : 'script', ...seen };
}

/** The directives that the token requests reports for; undefined if monitoring was disabled or the policy was deleted. */
function directivesOf(pages: ZonePages, { mode, policyId }: ReportToken) {
  if (mode === 'monitor') return pages.isMonitored ? monitoredDirectives : undefined;
  return pages.policies.find(({ id }) => id === policyId)?.reported;
}
