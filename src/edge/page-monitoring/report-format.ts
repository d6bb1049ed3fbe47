import { parseJson } from '../../kernel/json.ts';

/** The content of a report. Nothing in it can be trusted. */
export type PageReport = PolicyReport | HashReport;

/** A resource that a policy does not allow. Monitoring uses a policy that allows nothing. */
export interface PolicyReport {
  readonly kind: 'policy';
  readonly pageUrl: string;
  /** A URL, or a keyword such as `inline`. */
  readonly blocked: string;
  readonly directive: string;
  /** The code that loaded it; empty if the browser does not report it. */
  readonly source: string;
}

/** The hash of a script as the browser received it. */
export interface HashReport {
  readonly kind: 'hash';
  readonly pageUrl: string;
  readonly url: string;
  /** Algorithm and base64: `sha256-…`. */
  readonly hash: string;
}

export interface ParsedReports {
  readonly reports: readonly PageReport[];
  /** Reports of other kinds, which browsers send to the same endpoint. */
  readonly others: number;
  /** Elements that are not reports, and reports beyond the maximum. */
  readonly malformed: number;
}

/** Browsers do not send more in one body. */
const MAX_REPORTS = 200;

const mediaTypes = new Set([
  'application/csp-report',
  'application/reports+json',
  'application/json',
]);

export function isReportType(contentType: string | undefined): boolean {
  return mediaTypes.has((contentType?.split(';', 1)[0] ?? '').trim().toLowerCase());
}

/**
 * Parses both formats: `{"csp-report": …}` of CSP Level 2 and the list of the Reporting API. Undefined if the text
 * is not JSON.
 */
export function parseReports(text: string): ParsedReports | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  const { value } = parsed;
  if (isObject(value) && 'csp-report' in value) return single(value['csp-report']);
  return listed(Array.isArray(value) ? value : [value]);
}

function single(value: unknown): ParsedReports {
  const report = isObject(value) ? olderViolationOf(value) : undefined;
  return report
    ? { reports: [report], others: 0, malformed: 0 }
    : { reports: [], others: 0, malformed: 1 };
}

/** An element that cannot be read does not affect the others. */
function listed(items: readonly unknown[]): ParsedReports {
  const reports: PageReport[] = [];
  let others = 0;
  let malformed = Math.max(items.length - MAX_REPORTS, 0);
  for (const item of items.slice(0, MAX_REPORTS)) {
    const report = isObject(item) ? reportIn(item) : undefined;
    if (report === 'other') others += 1;
    else if (report) reports.push(report);
    else malformed += 1;
  }
  return { reports, others, malformed };
}

type Unknowns = Readonly<Record<string, unknown>>;

/** The supported types of the Reporting API. */
const readers: ReadonlyMap<unknown, (body: Unknowns) => PageReport | undefined> = new Map([
  ['csp-violation', violationOf],
  ['csp-hash', hashOf],
]);

function reportIn({ type, body }: Unknowns): PageReport | 'other' | undefined {
  if (!isObject(body)) return undefined;
  const reader = readers.get(type);
  return reader ? reader(body) : 'other';
}

function olderViolationOf(value: Unknowns): PageReport | undefined {
  const directive = text(value['effective-directive']) ?? text(value['violated-directive']);
  return policyReport(value['document-uri'], value['blocked-uri'], directive, value['source-file']);
}

function violationOf(body: Unknowns): PageReport | undefined {
  const { documentURL, blockedURL, effectiveDirective, sourceFile } = body;
  return policyReport(documentURL, blockedURL, effectiveDirective, sourceFile);
}

function hashOf(body: Unknowns): PageReport | undefined {
  const [pageUrl, url, hash] = [
    text(body['documentURL']),
    text(body['subresourceURL']),
    text(body['hash']),
  ];
  if (pageUrl === undefined || url === undefined || hash === undefined) return undefined;
  return { kind: 'hash', pageUrl, url, hash };
}

function policyReport(
  page: unknown,
  blockedUrl: unknown,
  directiveText: unknown,
  sourceFile: unknown,
): PolicyReport | undefined {
  const [pageUrl, blocked, directive] = [text(page), text(blockedUrl), text(directiveText)];
  if (pageUrl === undefined || blocked === undefined || directive === undefined) return undefined;
  // Older browsers send the whole directive with its sources.
  const [name = ''] = directive.trim().split(' ', 1);
  return {
    kind: 'policy',
    pageUrl,
    blocked,
    directive: name.toLowerCase(),
    source: text(sourceFile) ?? '',
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function isObject(value: unknown): value is Unknowns {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
