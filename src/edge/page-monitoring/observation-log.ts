import type { Publisher } from '../../bus/bus.ts';
import {
  PAGE_OBSERVATIONS_TOPIC,
  type PageObservation,
} from '../../contracts/events/page-observation.ts';

/** How long observations are merged. */
const MERGE_MS = 2_000;
/** Different ones that are kept at once, and how many of these one zone may have. */
const MOST = 10_000;
const MOST_OF_ZONE = 2_500;
/** How many make one batch for the bus. */
const BATCH = 500;

/** Without what merging adds up. */
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;
export type Sighting = DistributiveOmit<PageObservation, 'count' | 'firstSeenAt' | 'lastSeenAt'>;

interface Merged {
  latest: Sighting;
  count: number;
  readonly firstSeenAt: number;
  lastSeenAt: number;
}

/**
 * Merges what is seen on pages over a few seconds: a script that ten thousand visitors report is one
 * message. What there is no room for is left out; it will be seen again.
 */
export class ObservationLog {
  readonly #publisher: Publisher;
  #merged = new Map<string, Merged>();
  #ofZone = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(publisher: Publisher) {
    this.#publisher = publisher;
  }

  /** False when there is no room for it. */
  add(sighting: Sighting, now: number): boolean {
    const key = keyOf(sighting);
    const known = this.#merged.get(key);
    if (known) {
      known.count += 1;
      known.lastSeenAt = now;
      if (isNews(known.latest, sighting)) known.latest = later(known.latest, detached(sighting));
      return true;
    }
    const ofZone = this.#ofZone.get(sighting.zoneId) ?? 0;
    if (this.#merged.size >= MOST || ofZone >= MOST_OF_ZONE) return false;
    this.#ofZone.set(sighting.zoneId, ofZone + 1);
    this.#merged.set(key, {
      latest: detached(sighting),
      count: 1,
      firstSeenAt: now,
      lastSeenAt: now,
    });
    this.#timer ??= setTimeout(() => this.flush(), MERGE_MS);
    return true;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#merged.size === 0) return;
    const observations = [...this.#merged.values()].map(observationOf);
    this.#merged = new Map();
    this.#ofZone = new Map();
    for (let from = 0; from < observations.length; from += BATCH) {
      // What cannot be kept is counted and reported by the bus itself.
      void this.#publisher.publish(PAGE_OBSERVATIONS_TOPIC, observations.slice(from, from + BATCH));
    }
  }
}

function keyOf(sighting: Sighting): string {
  const { kind, zoneId, host } = sighting;
  const what = sighting.kind === 'cookie' ? sighting.name : sighting.url;
  const hash = sighting.kind === 'script-hash' ? sighting.hash : '';
  return `${kind} ${zoneId} ${host} ${hash} ${what}`;
}

function isNews(before: Sighting, now: Sighting): boolean {
  return before.pageUrl !== now.pageUrl || (now.kind === 'cookie' && now.attributes !== undefined);
}

/**
 * With texts of its own. Those of a sighting may be parts of a long address or header, which they would
 * keep in memory as a whole.
 */
function detached(sighting: Sighting): Sighting {
  return JSON.parse(JSON.stringify(sighting));
}

/** What an origin has said about its cookie is not lost when a visitor merely sends it. */
function later(before: Sighting, now: Sighting): Sighting {
  if (before.kind !== 'cookie' || now.kind !== 'cookie') return now;
  return now.attributes || !before.attributes ? now : { ...now, attributes: before.attributes };
}

function observationOf({ latest, count, firstSeenAt, lastSeenAt }: Merged): PageObservation {
  return { ...latest, count, firstSeenAt, lastSeenAt } as PageObservation;
}
