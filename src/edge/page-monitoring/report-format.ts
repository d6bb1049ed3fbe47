import { parseJson } from '../../kernel/json.ts';

/** What a browser says in a report. All of it is its own word. */
export type PageReport = PolicyReport | HashReport;

/** A resource that a policy does not allow, which is how pages are watched too. */
export interface PolicyReport {
  readonly kind: 'policy';
  readonly pageUrl: string;
  /** A URL, or a word such as `inline`. */
  readonly blocked: string;
  readonly directive: string;
  /** What has asked for it; empty when the browser does not say. */
  readonly source: string;
}

/** The hash of a script as the browser has received it. */
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
}

/** More in one body is no browser's doing. */
const MOST_REPORTS = 200;

const mediaTypes = new Set([
  'application/csp-report',
  'application/reports+json',
  'application/json',
]);

export function isReportType(contentType: string | undefined): boolean {
  return mediaTypes.has((contentType?.split(';', 1)[0] ?? '').trim().toLowerCase());
}

/**
 * Reads both formats: `{"csp-report": …}` of CSP Level 2 and the list of the Reporting API. Undefined
 * when it is neither.
 */
export function parseReports(text: string): ParsedReports | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  const { value } = parsed;
  if (Array.isArray(value)) return listed(value);
  if (!isObject(value)) return undefined;
  if ('csp-report' in value) return single(value['csp-report']);
  return 'body' in value ? listed([value]) : undefined;
}

function single(value: unknown): ParsedReports | undefined {
  if (!isObject(value)) return undefined;
  const directive = text(value['effective-directive']) ?? text(value['violated-directive']);
  const report = policyReport(
    value['document-uri'],
    value['blocked-uri'],
    directive,
    value['source-file'],
  );
  return report && { reports: [report], others: 0 };
}

function listed(items: readonly unknown[]): ParsedReports | undefined {
  if (items.length > MOST_REPORTS) return undefined;
  const reports: PageReport[] = [];
  for (const item of items) {
    if (!isObject(item)) return undefined;
    const report = isObject(item['body']) ? readers.get(item['type'])?.(item['body']) : undefined;
    if (report) reports.push(report);
  }
  return { reports, others: items.length - reports.length };
}

type Unknowns = Readonly<Record<string, unknown>>;

/** Types of the Reporting API that are of use here. */
const readers: ReadonlyMap<unknown, (body: Unknowns) => PageReport | undefined> = new Map([
  ['csp-violation', violationOf],
  ['csp-hash', hashOf],
]);

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
