import { hash } from 'node:crypto';
import type { Publisher } from '../../bus/bus.ts';
import {
  MAX_PAGES,
  MAX_VISITORS,
  PAGE_OBSERVATIONS_TOPIC,
  type PageObservation,
} from '../../contracts/events/page-observation.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { type Source, SourceCounts } from '../limits/source-counts.ts';
import { visitorToken } from './visitor-token.ts';

/** How long observations are merged, in milliseconds. */
const MERGE_MS = 2_000;
/** Observations in one batch for the bus. */
const BATCH = 500;
/** Page URLs in memory in addition to the first and the last one of each item. Limited because URLs are long. */
const MAX_FURTHER_PAGES = 20_000;
/** Items that are remembered as known, independent of the visitor. */
const KNOWN = 65_536;
/** Visitors that are counted separately in one minute. Few visitors report new items. */
const SOURCES = 16_384;
const MINUTE_MS = 60_000;

/** An observation without the members that merging adds. */
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;
type Added =
  | 'visitors'
  | 'count'
  | 'firstSeenAt'
  | 'lastSeenAt'
  | 'firstPageUrl'
  | 'earlierPageUrls';
export type Sighting = DistributiveOmit<PageObservation, Added>;

/** Whether a sighting was kept, or else the limit that was reached. */
export type SightingResult = 'kept' | 'memory-limit' | 'source-limit';

/**
 * The maximum number of items in memory, separately for each kind, so that invented cookies cannot displace scripts.
 * `ofSource` is the number of new items that one visitor can report per minute, because visitors can invent items.
 */
const quotas = {
  script: { most: 8_000, ofZone: 2_000, ofSource: 200 },
  connection: { most: 4_000, ofZone: 1_000, ofSource: 200 },
  cookie: { most: 4_000, ofZone: 1_000, ofSource: 200 },
  'script-hash': { most: 4_000, ofZone: 1_000, ofSource: 200 },
  'long-url': { most: 400, ofZone: 100, ofSource: 20 },
} as const satisfies Record<PageObservation['kind'], object>;

type Kind = keyof typeof quotas;
const kinds = Object.keys(quotas) as Kind[];

interface Merged {
  latest: Sighting;
  readonly firstPageUrl: string;
  /** Newest first, without duplicates. The first one belongs to `latest`. */
  pages: readonly string[];
  readonly visitors: Set<string>;
  count: number;
  readonly firstSeenAt: number;
  lastSeenAt: number;
}

/**
 * Merges observations on pages over a few seconds: a script that ten thousand visitors report is one message.
 * Observations beyond the quotas are dropped; they will be observed again.
 */
export class ObservationLog {
  readonly #publisher: Publisher;
  /** Hides the addresses of visitors. */
  readonly #key: Buffer;
  readonly #known = new BoundedMap<string, true>(KNOWN);
  readonly #sources = new Map<Kind, SourceCounts>(
    kinds.map((kind) => {
      const most = quotas[kind].ofSource;
      return [kind, new SourceCounts({ windowMs: MINUTE_MS, most, keys: SOURCES })];
    }),
  );
  #merged = new Map<string, Merged>();
  /** The number of items by kind, and by kind and zone. */
  #sizes = new Map<string, number>();
  #furtherPages = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(publisher: Publisher, key: Buffer) {
    this.#publisher = publisher;
    this.#key = key;
  }

  add(sighting: Sighting, source: Source, now: number): SightingResult {
    return this.#merge(sighting, source, now, 1);
  }

  /** Adds a page to an item that was counted already. */
  addPage(sighting: Sighting, source: Source, now: number): void {
    this.#merge(sighting, source, now, 0);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#merged.size === 0) return;
    const observations = [...this.#merged.values()].map(observationOf);
    this.#merged = new Map();
    this.#sizes = new Map();
    this.#furtherPages = 0;
    for (let from = 0; from < observations.length; from += BATCH) {
      // The bus counts and reports messages that it cannot store.
      void this.#publisher.publish(PAGE_OBSERVATIONS_TOPIC, observations.slice(from, from + BATCH));
    }
  }

  #merge(sighting: Sighting, source: Source, now: number, count: number): SightingResult {
    const key = keyOf(sighting);
    const known = this.#merged.get(key);
    if (known) {
      known.count += count;
      if (known.visitors.size < MAX_VISITORS) known.visitors.add(visitorToken(this.#key, source));
      known.lastSeenAt = now;
      if (isNew(known.latest, sighting)) this.#update(known, detached(sighting));
      return 'kept';
    }
    if (!this.#isWithinQuota(sighting)) return 'memory-limit';
    if (!this.#isAcceptedFrom(sighting.kind, key, source, now)) return 'source-limit';
    for (const name of sizesOf(sighting)) this.#sizes.set(name, (this.#sizes.get(name) ?? 0) + 1);
    const latest = detached(sighting);
    const { pageUrl } = latest;
    this.#merged.set(key, {
      latest,
      firstPageUrl: pageUrl,
      pages: [pageUrl],
      visitors: new Set([visitorToken(this.#key, source)]),
      count,
      firstSeenAt: now,
      lastSeenAt: now,
    });
    this.#timer ??= setTimeout(() => this.flush(), MERGE_MS);
    return 'kept';
  }

  #update(known: Merged, sighting: Sighting): void {
    const most = this.#furtherPages < MAX_FURTHER_PAGES ? MAX_PAGES : known.pages.length;
    const pages = [...new Set([sighting.pageUrl, ...known.pages])].slice(0, most);
    this.#furtherPages += pages.length - known.pages.length;
    known.pages = pages;
    known.latest = later(known.latest, sighting);
  }

  #isWithinQuota(sighting: Sighting): boolean {
    const { most, ofZone } = quotas[sighting.kind];
    const [all, zone] = sizesOf(sighting).map((name) => this.#sizes.get(name) ?? 0);
    return (all ?? 0) < most && (zone ?? 0) < ofZone;
  }

  #isAcceptedFrom(kind: Kind, key: string, source: Source, now: number): boolean {
    const digest = hash('sha1', key, 'base64');
    if (!this.#known.get(digest) && !this.#sources.get(kind)?.take(source, now)) return false;
    this.#known.set(digest, true);
    return true;
  }
}

const sizesOf = ({ kind, zoneId }: Sighting) => [kind, `${kind} ${zoneId}`] as const;

function keyOf(sighting: Sighting): string {
  const { kind, zoneId, host } = sighting;
  const what = sighting.kind === 'cookie' ? sighting.name : sighting.url;
  const content = sighting.kind === 'script-hash' ? sighting.hash : '';
  return `${kind} ${zoneId} ${host} ${content} ${what}`;
}

function isNew(before: Sighting, now: Sighting): boolean {
  return before.pageUrl !== now.pageUrl || (now.kind === 'cookie' && now.attributes !== undefined);
}

/**
 * A copy with new strings. The strings of a sighting may be substrings of a long URL or header, which they would keep
 * in memory as a whole.
 */
function detached(sighting: Sighting): Sighting {
  return JSON.parse(JSON.stringify(sighting));
}

/** The attributes that the origin has set stay when a visitor only sends the cookie. */
function later(before: Sighting, now: Sighting): Sighting {
  if (before.kind !== 'cookie' || now.kind !== 'cookie') return now;
  return now.attributes || !before.attributes ? now : { ...now, attributes: before.attributes };
}

function observationOf(merged: Merged): PageObservation {
  const { latest, firstPageUrl, pages, visitors, count, firstSeenAt, lastSeenAt } = merged;
  const earlierPageUrls = pages.slice(1);
  return {
    ...latest,
    ...(firstPageUrl !== latest.pageUrl && { firstPageUrl }),
    ...(earlierPageUrls.length > 0 && { earlierPageUrls }),
    visitors: [...visitors],
    count,
    firstSeenAt,
    lastSeenAt,
  } as PageObservation;
}
