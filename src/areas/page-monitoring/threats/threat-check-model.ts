import { isDeepStrictEqual } from 'node:util';
import { domainsAbove, urlsAbove } from '../../../detectors/threat-feeds/threat.ts';
import { alertAbout, type PageAlert } from '../inventory/alert-model.ts';
import { type PageItem, statusOf } from '../inventory/item-model.ts';

/** The properties of a zone that its checks depend on. */
export interface ThreatScope {
  readonly accountId: string;
  /** Whether the plan includes the check of URLs and alerts about malicious items. */
  readonly checksUrls: boolean;
}

/** Categories of domains and URLs in threat feeds. */
export type KnownThreats = ReadonlyMap<string, readonly string[]>;

/** Domains and URLs of an item to look up in feeds. Cookies are not checked. */
export function threatNames(item: PageItem): {
  readonly domains: readonly string[];
  readonly urls: readonly string[];
} {
  const url = item.kind === 'cookie' ? null : URL.parse(item.name);
  if (!url) return { domains: [], urls: [] };
  // A connection that is stored without its path may be any URL of its host.
  const hasPath = item.kind === 'script' || item.name !== url.origin;
  return {
    domains: domainsAbove(url.hostname.replace(/\.$/, '')),
    urls: hasPath ? urlsAbove(item.name) : [],
  };
}

/** The threats of an item according to the feeds. */
export function threatsTo(
  item: PageItem,
  known: KnownThreats,
  checksUrls: boolean,
): Pick<PageItem, 'domainThreats' | 'urlThreats'> {
  const { domains, urls } = threatNames(item);
  return {
    domainThreats: categoriesOf(domains, known),
    urlThreats: checksUrls ? categoriesOf(urls, known) : undefined,
  };
}

/** Undefined if no feed contains any of the names. */
function categoriesOf(
  names: readonly string[],
  known: KnownThreats,
): readonly string[] | undefined {
  const found = names.flatMap((name) => known.get(name) ?? []);
  return found.length === 0 ? undefined : [...new Set(found)].sort();
}

export function hasSameThreats(one: PageItem, other: PageItem): boolean {
  return (
    isDeepStrictEqual(one.domainThreats, other.domainThreats) &&
    isDeepStrictEqual(one.urlThreats, other.urlThreats)
  );
}

/** An alert when an item becomes active while it is in a feed, or appears in a feed while it is active. */
export function threatAlerts(
  before: PageItem | undefined,
  after: PageItem,
  { accountId, checksUrls }: ThreatScope,
  now: number,
): PageAlert[] {
  if (!checksUrls || statusOf(after, now) !== 'active') return [];
  const earlier = before && statusOf(before, now) === 'active' ? before : undefined;
  const { domainThreats, urlThreats, urlHost } = after;
  return [
    ...(domainThreats && !earlier?.domainThreats
      ? [
          alertAbout('page_malicious_domain', accountId, after, now, {
            domain: urlHost,
            categories: [...domainThreats],
          }),
        ]
      : []),
    ...(urlThreats && !earlier?.urlThreats
      ? [alertAbout('page_malicious_url', accountId, after, now, { categories: [...urlThreats] })]
      : []),
  ];
}
