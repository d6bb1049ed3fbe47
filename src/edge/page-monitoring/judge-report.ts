import { LONGEST_URL } from '../../contracts/events/page-observation.ts';
import type { HashReport, PageReport, PolicyReport } from './report-format.ts';
import type { ReportOutcome } from './report-result.ts';

export type ResourceType = 'script' | 'connection' | 'other';

/** The page of a report, without query and fragment. */
interface OnPage {
  readonly host: string;
  readonly pageUrl: string;
}

/** The relevant content of a report, or why it is dropped. */
export type Judgement =
  | { readonly kind: 'dropped'; readonly reason: ReportOutcome }
  | ReportedResource
  | ReportedHash
  | ReportedLongUrl;

export interface ReportedResource extends OnPage {
  readonly kind: 'resource';
  readonly type: ResourceType;
  readonly directive: string;
  /** Without fragment; for policies it can be a keyword such as `inline`. */
  readonly url: string;
  readonly urlHost: string;
}

export interface ReportedHash extends OnPage {
  readonly kind: 'hash';
  readonly url: string;
  /** In lower-case hexadecimal digits. */
  readonly hash: string;
}

export interface ReportedLongUrl extends OnPage {
  readonly kind: 'long-url';
  readonly type: 'script' | 'connection';
  /** Truncated to the maximum length. */
  readonly url: string;
}

/** The reports that the edge requested from the browser. */
export interface ReportScope {
  readonly zoneName: string;
  /** Whether the report is about a policy, for which inline code counts too. */
  readonly isOfPolicy: boolean;
  /** The directives of the policy that the browser reports on. */
  readonly directives: ReadonlySet<string>;
  readonly keepsConnectionPaths: boolean;
}

const EXTENSION = /^(?:chrome|moz|safari|safari-web|ms-browser)-extension(?::|$)/i;
/** Keywords that browsers report instead of a URL. */
const KEYWORD =
  /^(?:inline|eval|wasm-eval|data|blob|trusted-types-sink|trusted-types-policy)(?=:|$)/i;
/** Values without any information. */
const EMPTY = /^(?:about|self|)(?::|$)/i;

const types: ReadonlyMap<string, ResourceType> = new Map([
  ['script-src', 'script'],
  ['script-src-elem', 'script'],
  ['connect-src', 'connection'],
]);
/** The directives that monitoring requests reports about. */
export const monitoredDirectives: ReadonlySet<string> = new Set(types.keys());

const webSchemes: ReadonlySet<string> = new Set(['http:', 'https:']);
const socketSchemes: ReadonlySet<string> = new Set([...webSchemes, 'ws:', 'wss:']);

/** Extracts the resource, hash or long URL of a report about the pages of a zone. */
export function judgeReport(report: PageReport, scope: ReportScope): Judgement {
  const page = zonePage(report.pageUrl, scope.zoneName);
  if (!page) return dropped('foreign-page');
  if (report.kind === 'hash')
    return scope.isOfPolicy ? dropped('unasked') : judgeHash(report, page);
  return judgeResource(report, page, scope);
}

function judgeResource(report: PolicyReport, page: OnPage, scope: ReportScope): Judgement {
  const { blocked, directive, source } = report;
  if (EXTENSION.test(blocked) || EXTENSION.test(source)) return dropped('extension');
  const type = types.get(directive) ?? 'other';
  const keyword = KEYWORD.exec(blocked)?.[0].toLowerCase();
  if (EMPTY.test(blocked) || (keyword !== undefined && !scope.isOfPolicy)) return dropped('inline');
  if (!scope.directives.has(directive)) return dropped('unasked');
  const resource = { kind: 'resource', type, directive, ...page } as const;
  if (keyword !== undefined) return { ...resource, url: keyword, urlHost: '' };
  const found = resourceUrl(blocked, type === 'script' ? webSchemes : socketSchemes);
  if (!found) return dropped('bad-url');
  const url = type === 'connection' && !scope.keepsConnectionPaths ? found.origin : found.href;
  if (url.length <= LONGEST_URL) return { ...resource, url, urlHost: found.hostname };
  if (type === 'other') return dropped('bad-url');
  return { kind: 'long-url', type, url: cut(url), ...page };
}

function judgeHash({ url, hash }: HashReport, page: OnPage): Judgement {
  const found = resourceUrl(url, webSchemes);
  const bytes = Buffer.from(/^sha256-([\w+/=-]{43,44})$/.exec(hash)?.[1] ?? '', 'base64');
  if (!found || found.href.length > LONGEST_URL || bytes.length !== 32) return dropped('bad-url');
  return { kind: 'hash', url: found.href, hash: bytes.toString('hex'), ...page };
}

/** Undefined if the page does not belong to the zone. */
export function zonePage(text: string, zoneName: string): OnPage | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  if (host !== zoneName && !host.endsWith(`.${zoneName}`)) return undefined;
  const pageUrl = `${url.origin}${url.pathname}`;
  return pageUrl.length > LONGEST_URL ? undefined : { host, pageUrl };
}

/** Without fragment, user name and password. */
function resourceUrl(text: string, schemes: ReadonlySet<string>): URL | undefined {
  const url = URL.parse(text);
  if (!url || !schemes.has(url.protocol)) return undefined;
  // An empty fragment has an empty `hash`, but its `#` is in the URL.
  if (url.href.includes('#')) url.hash = '';
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  return url;
}

/** Makes a copy, because a substring would keep the whole text in memory. */
function cut(url: string): string {
  return Buffer.from(url.slice(0, LONGEST_URL), 'latin1').toString('latin1');
}

const dropped = (reason: ReportOutcome): Judgement => ({ kind: 'dropped', reason });
