import { isDeepStrictEqual } from 'node:util';
import { domainsAbove, urlsAbove } from '../../../detectors/threat-feeds/threat.ts';
import { alertAbout, type PageAlert } from '../inventory/alert-model.ts';
import { type PageItem, statusOf } from '../inventory/item-model.ts';

/** What of a zone decides how its items are checked. */
export interface ThreatScope {
  readonly accountId: string;
  /** Whether its plan includes URLs, and alerts about what is malicious. */
  readonly judgesUrls: boolean;
}

/** What feeds know: categories by domain or URL. */
export type KnownThreats = ReadonlyMap<string, readonly string[]>;

/** Domains and URLs under which feeds may know an item. Those of cookies are not looked for. */
export function threatNames(item: PageItem): {
  readonly domains: readonly string[];
  readonly urls: readonly string[];
} {
  const url = item.kind === 'cookie' ? null : URL.parse(item.name);
  if (!url) return { domains: [], urls: [] };
  // Without its path a connection stands for everything on its host.
  const hasPath = item.kind === 'script' || item.name !== url.origin;
  return {
    domains: domainsAbove(url.hostname.replace(/\.$/, '')),
    urls: hasPath ? urlsAbove(item.name) : [],
  };
}

/** What feeds say of an item. */
export function threatsTo(
  item: PageItem,
  known: KnownThreats,
  judgesUrls: boolean,
): Pick<PageItem, 'domainThreats' | 'urlThreats'> {
  const { domains, urls } = threatNames(item);
  return {
    domainThreats: categoriesOf(domains, known),
    urlThreats: judgesUrls ? categoriesOf(urls, known) : undefined,
  };
}

/** Undefined: none of the names is known. */
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

/** An item that became both active and known to a feed is worth an alert. */
export function threatAlerts(
  before: PageItem | undefined,
  after: PageItem,
  { accountId, judgesUrls }: ThreatScope,
  now: number,
): PageAlert[] {
  if (!judgesUrls || statusOf(after, now) !== 'active') return [];
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
