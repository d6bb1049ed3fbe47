import type {
  CookieAttributes,
  CookieObservation,
  ResourceObservation,
} from '../../../contracts/events/page-observation.ts';
import { hasCdnCgiPath } from '../../../kernel/cdn-cgi.ts';
import { withoutScheme } from './cookie-model.ts';
import {
  hasFact,
  type ItemKind,
  isFrequent,
  itemId,
  mergePages,
  mergeVisitors,
  type PageItem,
  statusOf,
  urlHostOf,
  withFact,
} from './item-model.ts';

/** All observations of one item in a batch. */
export interface Sighting {
  readonly id: string;
  readonly zoneId: string;
  readonly accountId: string;
  readonly kind: ItemKind;
  readonly host: string;
  readonly name: string;
  readonly visitors: readonly string[];
  readonly count: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly firstPageUrl: string;
  /** Newest first. */
  readonly pageUrls: readonly string[];
  /** Only for a cookie that the origin has set. */
  readonly attributes: CookieAttributes | undefined;
}

/** Merges observations into one sighting per item. Future times, from clocks that are ahead, are replaced by now. */
export function mergeObservations(
  observations: readonly (ResourceObservation | CookieObservation)[],
  now: number,
): Sighting[] {
  const merged = new Map<string, Sighting>();
  for (const observation of observations) {
    const next = sightingOf(observation, now);
    const known = merged.get(next.id);
    merged.set(next.id, known ? mergeSightings(known, next) : next);
  }
  return [...merged.values()];
}

function sightingOf(observation: ResourceObservation | CookieObservation, now: number): Sighting {
  const { zoneId, accountId, kind, host, visitors, count } = observation;
  const name = observation.kind === 'cookie' ? observation.name : observation.url;
  const { pageUrl, firstPageUrl = pageUrl, earlierPageUrls = [] } = observation;
  const shown = (page: string) => (kind === 'cookie' ? withoutScheme(page) : page);
  return {
    id: itemId(zoneId, kind, host, name),
    zoneId,
    accountId,
    kind,
    host,
    name,
    visitors,
    count,
    firstSeenAt: Math.min(observation.firstSeenAt, now),
    lastSeenAt: Math.min(observation.lastSeenAt, now),
    firstPageUrl: shown(firstPageUrl),
    pageUrls: [pageUrl, ...earlierPageUrls].map(shown).filter((page) => page !== ''),
    attributes: observation.kind === 'cookie' ? observation.attributes : undefined,
  };
}

function mergeSightings(one: Sighting, other: Sighting): Sighting {
  const [older, newer] = other.lastSeenAt >= one.lastSeenAt ? [one, other] : [other, one];
  return {
    ...newer,
    visitors: [...new Set([...one.visitors, ...other.visitors])],
    count: one.count + other.count,
    firstSeenAt: Math.min(one.firstSeenAt, other.firstSeenAt),
    firstPageUrl: (one.firstSeenAt <= other.firstSeenAt ? one : other).firstPageUrl,
    pageUrls: mergePages(newer.pageUrls, older.pageUrls),
    attributes: newer.attributes ?? older.attributes,
  };
}

/** The item after a sighting. An item that had expired is new. */
export function itemAfter(
  sighting: Sighting,
  stored: PageItem | undefined,
  now: number,
): { readonly item: PageItem; readonly isNew: boolean } {
  const before = stored && statusOf(stored, sighting.lastSeenAt) ? stored : undefined;
  const reports = (before?.reports ?? 0) + sighting.count;
  const visitors = mergeVisitors(before?.visitors ?? [], sighting.visitors);
  const isFrequentNow =
    isFrequent(visitors) || (before !== undefined && hasFact(before.class, 'frequent'));
  const { kind, name } = sighting;
  const item: PageItem = {
    id: sighting.id,
    zoneId: sighting.zoneId,
    kind,
    host: sighting.host,
    name,
    urlHost: kind === 'cookie' ? '' : urlHostOf(name),
    class: classAfter(sighting, stored, isFrequentNow),
    reports,
    visitors,
    addedAt: before?.addedAt ?? now,
    firstSeenAt: Math.min(before?.firstSeenAt ?? sighting.firstSeenAt, sighting.firstSeenAt),
    lastSeenAt: Math.max(before?.lastSeenAt ?? 0, sighting.lastSeenAt),
    firstPageUrl: before?.firstPageUrl || sighting.firstPageUrl,
    pageUrls: mergePages(sighting.pageUrls, before?.pageUrls ?? []),
    domainThreats: stored?.domainThreats,
    urlThreats: stored?.urlThreats,
    fetchAt: stored?.fetchAt ?? (kind === 'script' && isFrequentNow ? now : undefined),
  };
  return { item, isNew: before === undefined };
}

/** Recomputes the bits that depend on the name and the visitors; other bits keep their values. */
function classAfter({ kind, name }: Sighting, stored: PageItem | undefined, frequent: boolean) {
  const isOfEdge = kind !== 'cookie' && hasCdnCgiPath(name);
  const known = withFact(stored?.class ?? 0, 'cdnCgi', isOfEdge);
  return withFact(known, 'frequent', frequent);
}

/** Whether a sighting may change which of several scripts with the same content represents the others. */
export function mayHaveCopies({ kind, class: itemClass }: PageItem): boolean {
  return kind === 'script' && hasFact(itemClass, 'frequent');
}
