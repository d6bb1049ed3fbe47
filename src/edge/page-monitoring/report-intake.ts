import { hash } from 'node:crypto';
import type { PageViolation } from '../../contracts/events/page-violation.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { hasCdnCgiPath } from '../../kernel/cdn-cgi.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newHexId } from '../../kernel/hex-id.ts';
import { addressBlock } from '../../kernel/ip.ts';
import {
  type Judgement,
  judgeReport,
  monitoredDirectives,
  type ReportedLongUrl,
  type ReportedResource,
} from './judge-report.ts';
import type { ObservationLog } from './observation-log.ts';
import { isReportType, type PageReport, parseReports } from './report-format.ts';
import { tokenIn } from './report-path.ts';
import type { ReportOutcome, ReportRefusal, ReportResult } from './report-result.ts';
import type { ReportToken, ReportTokens } from './report-token.ts';
import { WindowCounts } from './window-counts.ts';
import type { ZonePages } from './zone-pages.ts';

/** What reports are about, as far as it matters here: a zone at the edge. */
export interface ReportedZone {
  readonly id: string;
  readonly name: string;
  readonly section: { readonly accountId: string };
  readonly pages: ZonePages | undefined;
}

/** What is known of a report before its body is read. */
export interface ReportRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  readonly clientAddress: string;
}

/** A report that may be sent. */
export interface AdmittedReport {
  readonly zone: ReportedZone;
  readonly token: ReportToken;
  readonly source: string;
}

interface ReportIntakeOptions {
  readonly tokens: ReportTokens;
  readonly observations: ObservationLog;
  readonly violations: { add(violation: PageViolation): void };
  readonly onResult: (result: ReportResult, count?: number) => void;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;
/** Reports of one visitor in a minute: a dozen pages with a hundred resources each. */
const MOST_OF_SOURCE = 1_200;
/** Reports about one zone in a minute, in one process. */
const MOST_OF_ZONE = 1_200_000;
/** Violations in a zone in a minute that are told one by one. */
const MOST_VIOLATIONS = 6_000;
/** Sources, zones and reports that are remembered at once. */
const SOURCES = 65_536;
const ZONES = 16_384;
const REMEMBERED = 131_072;

/** Takes reports of browsers and keeps what they are worth. Whatever is sent, memory stays bounded. */
export class ReportIntake {
  static readonly bodyLimit = 65_536;

  readonly #options: ReportIntakeOptions;
  readonly #sources = minuteCounts(MOST_OF_SOURCE, SOURCES);
  readonly #zones = minuteCounts(MOST_OF_ZONE, ZONES);
  readonly #violations = minuteCounts(MOST_VIOLATIONS, ZONES);
  /** When a visitor has said something, by a digest of both. */
  readonly #said = new BoundedMap<string, number>(REMEMBERED);

  constructor(options: ReportIntakeOptions) {
    this.#options = options;
  }

  /** Decides by the head of a request whether its body is worth reading. */
  admit(
    request: ReportRequest,
    zoneOf: (zoneId: string) => ReportedZone | undefined,
  ): AdmittedReport | ReportRefusal {
    const admitted = this.#admit(request, zoneOf);
    if (typeof admitted === 'string') this.#options.onResult(admitted);
    return admitted;
  }

  /** Takes a body. An answer of `undefined` means that it could be read, not that it was kept. */
  take({ zone, token, source }: AdmittedReport, body: Buffer): ReportRefusal | undefined {
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
      // The first one was counted with the request.
      const isCounted = index === 0 || this.#sources.take(source, now);
      onResult(isCounted ? this.#keep(report, zone, token, source, now) : 'source-limit');
    }
    return undefined;
  }

  /** A request whose body did not come. */
  gaveUp(): ReportRefusal {
    this.#options.onResult('too-slow');
    return 'too-slow';
  }

  #admit(
    request: ReportRequest,
    zoneOf: (zoneId: string) => ReportedZone | undefined,
  ): AdmittedReport | ReportRefusal {
    const now = this.#options.clock.now();
    if (request.method !== 'POST') return 'wrong-method';
    const source = addressBlock(request.clientAddress);
    if (!this.#sources.take(source, now)) return 'source-limit';
    if (!isReportType(request.contentType)) return 'wrong-type';
    if (Number(request.contentLength ?? 0) > ReportIntake.bodyLimit) return 'too-large';
    const read = this.#options.tokens.read(tokenIn(request.target), now);
    if (read.state !== 'valid') return read.state;
    const zone = zoneOf(read.token.zoneId);
    if (!zone) return 'wrong-zone';
    if (!this.#zones.take(zone.id, now)) return 'zone-limit';
    return { zone, token: read.token, source };
  }

  #keep(
    report: PageReport,
    zone: ReportedZone,
    token: ReportToken,
    source: string,
    now: number,
  ): ReportOutcome {
    const { pages } = zone;
    const isOfPolicy = token.mode !== 'monitor';
    const directives = pages && askedOf(pages, token);
    if (!directives) return 'not-monitored';
    const { keepsConnectionPaths } = pages;
    const asked = { zoneName: zone.name, isOfPolicy, directives, keepsConnectionPaths };
    const judged = judgeReport(report, asked);
    if (judged.kind === 'dropped') return judged.reason;
    if (this.#isRepeated(judged, zone, token, source, now)) return 'duplicate';
    if (judged.kind === 'resource' && isOfPolicy) return this.#violate(judged, zone, token, now);
    // Policies act where nobody watches pages.
    return pages.isMonitored ? this.#observe(judged, zone, now) : 'not-monitored';
  }

  #isRepeated(
    judged: Exclude<Judgement, { kind: 'dropped' }>,
    zone: ReportedZone,
    { policyId }: ReportToken,
    source: string,
    now: number,
  ): boolean {
    const { kind, pageUrl, url } = judged;
    const said = [source, zone.id, policyId, kind, detailOf(judged), pageUrl, url].join('\n');
    const key = hash('sha1', said, 'base64');
    const before = this.#said.get(key);
    if (before !== undefined && now - before < MINUTE_MS) return true;
    this.#said.set(key, now);
    return false;
  }

  #violate(
    { type, directive, host, pageUrl, url, urlHost }: ReportedResource,
    zone: ReportedZone,
    { policyId, mode }: ReportToken,
    now: number,
  ): ReportOutcome {
    if (!this.#violations.take(zone.id, now)) return 'no-room';
    this.#options.violations.add({
      id: newHexId(),
      zoneId: zone.id,
      accountId: zone.section.accountId,
      fields: {
        Action: mode,
        CSPDirective: directive,
        Host: host,
        PageURL: pageUrl,
        PolicyID: policyId,
        ResourceType: type,
        Timestamp: now,
        URL: url,
        URLContainsCDNCGIPath: hasCdnCgiPath(url),
        URLHost: urlHost,
      },
    });
    return 'violation';
  }

  #observe(
    judged: Exclude<Judgement, { kind: 'dropped' }>,
    zone: ReportedZone,
    now: number,
  ): ReportOutcome {
    const { host, pageUrl, url } = judged;
    const seen = { zoneId: zone.id, accountId: zone.section.accountId, host, pageUrl, url };
    const { observations } = this.#options;
    if (judged.kind === 'hash') {
      const { hash } = judged;
      return observations.add({ kind: 'script-hash', ...seen, hash }, now) ? 'observed' : 'no-room';
    }
    if (judged.kind === 'long-url') return this.#observeLong(judged, seen, now);
    // Judged by what was asked for: pages are watched for these two only.
    const kind = judged.type === 'connection' ? 'connection' : 'script';
    return observations.add({ kind, ...seen }, now) ? 'observed' : 'no-room';
  }

  #observeLong(
    { type }: ReportedLongUrl,
    seen: { zoneId: string; accountId: string; host: string; pageUrl: string; url: string },
    now: number,
  ): ReportOutcome {
    const sighting = { kind: 'long-url', ...seen, resource: type } as const;
    return this.#options.observations.add(sighting, now) ? 'long-url' : 'no-room';
  }
}

/** The directives that a token asks about; undefined when nobody does any more. */
function askedOf(pages: ZonePages, { mode, policyId }: ReportToken) {
  if (mode === 'monitor') return pages.isMonitored ? monitoredDirectives : undefined;
  return pages.policies.find(({ id }) => id === policyId)?.reported;
}

/** What else makes two reports about the same thing different. */
function detailOf(judged: Exclude<Judgement, { kind: 'dropped' }>): string {
  if (judged.kind === 'resource') return judged.directive;
  // Visitors behind one address may be given different code.
  return judged.kind === 'hash' ? judged.hash : '';
}

function minuteCounts(most: number, keys: number): WindowCounts {
  return new WindowCounts({ windowMs: MINUTE_MS, most, keys });
}
