import { createHash } from 'node:crypto';
import { MAX_PAGES } from '../../../contracts/events/page-observation.ts';
import { MALICIOUS_BELOW } from '../../../detectors/script-classifier/score.ts';

export type ItemKind = 'script' | 'connection' | 'cookie';

export const itemStatuses = ['active', 'infrequent', 'inactive'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
/** An item that this number of different visitors has reported is frequent: one visitor can forge any number of reports. */
const FREQUENT_VISITORS = 3;
const INFREQUENT_MS = 5 * DAY_MS;
const ACTIVE_MS = 7 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;

/** A script, connection or cookie that was observed on pages of a zone. */
export interface PageItem {
  readonly id: string;
  readonly zoneId: string;
  readonly kind: ItemKind;
  readonly host: string;
  /** URL, or name of the cookie. */
  readonly name: string;
  readonly urlHost: string;
  readonly class: number;
  readonly reports: number;
  /** The first visitors who reported it, as tokens. */
  readonly visitors: readonly string[];
  readonly addedAt: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly firstPageUrl: string;
  readonly pageUrls: readonly string[];
  readonly domainThreats: readonly string[] | undefined;
  readonly urlThreats: readonly string[] | undefined;
  /** When the script is fetched next. */
  readonly fetchAt: number | undefined;
}

/** A deterministic id, so that every observation of an item finds the same row. */
export function itemId(zoneId: string, kind: ItemKind, host: string, name: string): string {
  const text = [zoneId, kind, host, name].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Properties that lists filter by. Each is a bit of the column `class`. */
export const classBits = { malicious: 1, frequent: 2, cdnCgi: 4, superseded: 8 } as const;
export type ItemFact = keyof typeof classBits;

export function hasFact(itemClass: number, fact: ItemFact): boolean {
  return (itemClass & classBits[fact]) !== 0;
}

export function withFact(itemClass: number, fact: ItemFact, isHeld: boolean): number {
  return isHeld ? itemClass | classBits[fact] : itemClass & ~classBits[fact];
}

/** Only scripts that were classified have a score. */
export function isBadCode(score: number | null | undefined): boolean {
  return (score ?? MALICIOUS_BELOW) < MALICIOUS_BELOW;
}

/** Malicious because of its code or according to threat feeds. */
export function isMalicious(
  { domainThreats, urlThreats }: Pick<PageItem, 'domainThreats' | 'urlThreats'>,
  score: number | null | undefined,
): boolean {
  return isBadCode(score) || domainThreats !== undefined || urlThreats !== undefined;
}

export function isFrequent(visitors: readonly string[]): boolean {
  return visitors.length >= FREQUENT_VISITORS;
}

/** Visitors beyond those that make an item frequent are not stored. */
export function mergeVisitors(before: readonly string[], now: readonly string[]): string[] {
  return [...new Set([...before, ...now])].slice(0, FREQUENT_VISITORS);
}

/** When an item is removed unless it is observed again. */
export function expiryOf(isFrequentItem: boolean, lastSeenAt: number): number {
  return lastSeenAt + (isFrequentItem ? KEPT_MS : INFREQUENT_MS);
}

/** Undefined if the item has expired. The status is not stored, since it changes with time. */
export function statusOf(
  item: Pick<PageItem, 'class' | 'lastSeenAt'>,
  now: number,
): ItemStatus | undefined {
  const frequent = hasFact(item.class, 'frequent');
  if (expiryOf(frequent, item.lastSeenAt) <= now) return undefined;
  if (!frequent) return 'infrequent';
  return item.lastSeenAt + ACTIVE_MS > now ? 'active' : 'inactive';
}

/** A range of `last_seen_at` of frequent or infrequent items, which corresponds to statuses. */
export interface StatusRange {
  readonly frequent: boolean;
  readonly after: number;
  readonly upTo: number | undefined;
}

export function statusRanges(statuses: readonly ItemStatus[], now: number): StatusRange[] {
  const [active, infrequent, inactive] = itemStatuses.map((each) => statuses.includes(each));
  const ranges: StatusRange[] = [];
  if (active || inactive) {
    ranges.push({
      frequent: true,
      after: now - (inactive ? KEPT_MS : ACTIVE_MS),
      upTo: active ? undefined : now - ACTIVE_MS,
    });
  }
  if (infrequent) ranges.push({ frequent: false, after: now - INFREQUENT_MS, upTo: undefined });
  return ranges;
}

/** Newest pages first, without duplicates. */
export function mergePages(newer: readonly string[], older: readonly string[]): string[] {
  return [...new Set([...newer, ...older])].slice(0, MAX_PAGES);
}

export function urlHostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
