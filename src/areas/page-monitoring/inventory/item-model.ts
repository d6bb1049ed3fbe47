import { createHash } from 'node:crypto';
import { MOST_PAGES } from '../../../contracts/events/page-observation.ts';
import { MALICIOUS_BELOW } from '../../../detectors/script-classifier/script-verdict.ts';

export type ItemKind = 'script' | 'connection' | 'cookie';

export const itemStatuses = ['active', 'infrequent', 'inactive'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
/** Reports that make an item more than a chance find. */
const FREQUENT_REPORTS = 3;
const INFREQUENT_MS = 5 * DAY_MS;
const ACTIVE_MS = 7 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;

/** What was seen on pages of a zone. */
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
  readonly addedAt: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly firstPageUrl: string;
  readonly pageUrls: readonly string[];
  readonly domainThreats: readonly string[] | undefined;
  readonly urlThreats: readonly string[] | undefined;
  /** When a script is to be fetched next. */
  readonly fetchAt: number | undefined;
}

/** The id of what is seen: the same at every sight. */
export function itemId(zoneId: string, kind: ItemKind, host: string, name: string): string {
  const text = [zoneId, kind, host, name].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Facts that lists ask for, each a bit of the class. */
export const classBits = { malicious: 1, frequent: 2, cdnCgi: 4, superseded: 8 } as const;
export type ItemFact = keyof typeof classBits;

export function hasFact(itemClass: number, fact: ItemFact): boolean {
  return (itemClass & classBits[fact]) !== 0;
}

export function withFact(itemClass: number, fact: ItemFact, isHeld: boolean): number {
  return isHeld ? itemClass | classBits[fact] : itemClass & ~classBits[fact];
}

/** Only scripts that were judged have a score. */
export function isBadCode(score: number | null | undefined): boolean {
  return (score ?? MALICIOUS_BELOW) < MALICIOUS_BELOW;
}

/** By its code, or by what threat feeds say. */
export function isMalicious(
  { domainThreats, urlThreats }: Pick<PageItem, 'domainThreats' | 'urlThreats'>,
  score: number | null | undefined,
): boolean {
  return isBadCode(score) || domainThreats !== undefined || urlThreats !== undefined;
}

export function isFrequent(reports: number): boolean {
  return reports >= FREQUENT_REPORTS;
}

/** When an item is forgotten that is not seen again. */
export function expiryOf(isFrequentItem: boolean, lastSeenAt: number): number {
  return lastSeenAt + (isFrequentItem ? KEPT_MS : INFREQUENT_MS);
}

/** Undefined for what is to be forgotten. A status is worked out when it is asked for: it changes with time alone. */
export function statusOf(
  item: Pick<PageItem, 'class' | 'lastSeenAt'>,
  now: number,
): ItemStatus | undefined {
  const frequent = hasFact(item.class, 'frequent');
  if (expiryOf(frequent, item.lastSeenAt) <= now) return undefined;
  if (!frequent) return 'infrequent';
  return item.lastSeenAt + ACTIVE_MS > now ? 'active' : 'inactive';
}

/** Where items of some statuses are: whether frequent, and when they were seen last. */
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

/** The newest pages first, each once. */
export function mergePages(newer: readonly string[], older: readonly string[]): string[] {
  return [...new Set([...newer, ...older])].slice(0, MOST_PAGES);
}

export function urlHostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
