import { alertId } from '../../../contracts/alert.ts';
import {
  PAGE_OBSERVATIONS_TOPIC,
  type PageObservation,
} from '../../../contracts/events/page-observation.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import { topicPositions } from '../../../storage/topic-positions.ts';
import type { PageMonitoringDatabase, Tx } from '../page-monitoring-tables.ts';
import { scriptCopyStore } from '../scripts/script-copy-store.ts';
import { noteVisitorHashes } from '../scripts/visitor-hash-service.ts';
import type { ThreatCheckService, ThreatScopes } from '../threats/threat-check-service.ts';
import { alertAbout, type PageAlert } from './alert-model.ts';
import { type CookieFacts, cookieFacts } from './cookie-model.ts';
import type { PageItem } from './item-model.ts';
import { type ItemLimits, ItemQuota, type QuotaReservation } from './item-quota.ts';
import { INVENTORY_LOCK, type ItemSource, itemStore } from './item-store.ts';
import { itemAfter, mayHaveCopies, mergeObservations, type Sighting } from './observation-merge.ts';
import { type RefusedItems, refusedItemStore } from './refused-item-store.ts';

const DAY_MS = 24 * 3_600_000;

/** Topic and name under which the positions of observations are stored. */
export const observationReader = {
  consumer: 'page-monitoring',
  topic: PAGE_OBSERVATIONS_TOPIC,
};

/** An observation with the position of its message. */
export interface Reported {
  readonly stream: string;
  readonly number: number;
  readonly observation: PageObservation;
}

export interface ObservationServiceOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly alerts: AlertOutbox;
  readonly threats: ThreatCheckService;
  readonly limits: ItemLimits;
  /** Called for the first refused item of each zone, kind and day. */
  readonly onRefused: (refused: RefusedItems) => void;
}

interface Folding {
  readonly scopes: ThreatScopes;
  readonly quota: QuotaReservation;
  readonly now: number;
}

/**
 * Adds observations of the edge to the inventory. The cost of an observation does not depend on the size of the
 * inventory, since items are found by id. A message that is delivered again is not counted again.
 */
export class ObservationService {
  readonly #database: PageMonitoringDatabase;
  readonly #clock: Clock;
  readonly #alerts: AlertOutbox;
  readonly #threats: ThreatCheckService;
  readonly #quota: ItemQuota;
  readonly #onRefused: ObservationServiceOptions['onRefused'];

  constructor(options: ObservationServiceOptions) {
    const { database, clock, alerts, threats, limits, onRefused } = options;
    this.#database = database;
    this.#clock = clock;
    this.#alerts = alerts;
    this.#threats = threats;
    this.#quota = new ItemQuota(clock, limits);
    this.#onRefused = onRefused;
  }

  /** Stores observations with their alerts. Returns how many new items exceeded the quota. */
  async record(reported: readonly Reported[]): Promise<number> {
    const database = this.#database;
    const zoneIds = reported.map(({ observation }) => observation.zoneId);
    const scopes = await this.#threats.scopesOf(zoneIds);
    const recorded = await this.#quota.attempt((quota) =>
      database.transaction(async (tx) => {
        // A retried transaction starts from the state before the first attempt.
        quota.cancel();
        // Counts are read, increased and written, so writes of other nodes to the same item must wait.
        await database.lock(tx, INVENTORY_LOCK);
        const now = this.#clock.now();
        const uncounted = await topicPositions.advance(tx, observationReader, reported, now);
        const seen = uncounted.flatMap(({ observation }) =>
          observation.kind === 'script-hash' || observation.kind === 'long-url' ? [] : observation,
        );
        const sightings = mergeObservations(seen, now);
        const { alerts, refused } = await this.#fold(tx, sightings, { scopes, quota, now });
        const hashes = uncounted.flatMap(({ observation }) =>
          observation.kind === 'script-hash' ? observation : [],
        );
        await noteVisitorHashes(tx, hashes, now);
        await this.#alerts.record(tx, [...alerts, ...uncounted.flatMap(tooLong)]);
        return { count: refused.length, first: await refusedItemStore.add(tx, refused, now) };
      }),
    );
    for (const each of recorded.first) this.#onRefused(each);
    return recorded.count;
  }

  async #fold(
    tx: Tx,
    all: readonly Sighting[],
    { scopes, quota, now }: Folding,
  ): Promise<{ readonly alerts: readonly PageAlert[]; readonly refused: readonly Sighting[] }> {
    const stored = await itemStore.findMany(
      tx,
      all.map(({ id }) => id),
    );
    const { kept: sightings, refused } = await withinQuota(tx, all, stored, quota);
    const seen = sightings.map((sighting) => ({
      sighting,
      ...itemAfter(sighting, stored.get(sighting.id), now),
    }));
    const outcomes = await this.#threats.withThreats(tx, seen, scopes);
    const items = outcomes.map(({ item }) => item);
    const ofNew = await alertsOfNew(tx, outcomes);
    const alerts = [...ofNew, ...this.#threats.alerts(stored, items, scopes, now)];
    await itemStore.save(tx, items);
    await saveCookies(tx, sightings);
    const copied = items.filter((item) => stored.has(item.id) && mayHaveCopies(item));
    await scriptCopyStore.markSeen(
      tx,
      copied.map(({ id }) => id),
    );
    return { alerts, refused };
  }
}

/** Items that are stored already need no quota. */
async function withinQuota(
  tx: Tx,
  sightings: readonly Sighting[],
  stored: ReadonlyMap<string, PageItem>,
  quota: QuotaReservation,
): Promise<{ readonly kept: readonly Sighting[]; readonly refused: readonly Sighting[] }> {
  const [kept, refused]: [Sighting[], Sighting[]] = [[], []];
  for (const sighting of sightings) {
    const isKept = stored.has(sighting.id) || (await quota.take(tx, sighting));
    (isKept ? kept : refused).push(sighting);
  }
  return { kept, refused };
}

interface Outcome {
  readonly sighting: Sighting;
  readonly item: PageItem;
  readonly isNew: boolean;
}

async function saveCookies(tx: Tx, sightings: readonly Sighting[]): Promise<void> {
  const cookies = sightings.filter(({ kind }) => kind === 'cookie');
  const known = await itemStore.findCookies(
    tx,
    cookies.map(({ id }) => id),
  );
  const facts = new Map<string, CookieFacts>();
  for (const { id, attributes, host, pageUrls } of cookies) {
    facts.set(id, cookieFacts(attributes, host, pageUrls[0] ?? '', known.get(id)));
  }
  await itemStore.saveCookies(tx, facts);
}

/** Alerts about new scripts and connections, and about domains that are new with them. */
async function alertsOfNew(tx: Tx, outcomes: readonly Outcome[]): Promise<PageAlert[]> {
  const newItems = outcomes.filter(({ isNew, item }) => isNew && item.kind !== 'cookie');
  const nameOf = ({ zoneId, kind, urlHost }: ItemSource) => `${zoneId} ${kind} ${urlHost}`;
  const sources = new Map(newItems.map(({ item }) => [nameOf(item), item]));
  const known = new Set((await itemStore.knownSources(tx, [...sources.values()])).map(nameOf));
  return newItems.flatMap(({ sighting, item }) => {
    const { accountId } = sighting;
    const resource = alertAbout('page_new_resource', accountId, item, item.addedAt, {});
    if (known.has(nameOf(item))) return [resource];
    known.add(nameOf(item));
    const details = { domain: item.urlHost };
    return [resource, alertAbout('page_new_domain', accountId, item, item.addedAt, details)];
  });
}

/** The edge reports such a URL every few seconds while it is in use. All reports of a day have the same alert id. */
function tooLong({ observation }: Reported): PageAlert[] {
  if (observation.kind !== 'long-url') return [];
  const { zoneId, accountId, resource, url, host, pageUrl, lastSeenAt } = observation;
  const day = Math.floor(lastSeenAt / DAY_MS);
  return [
    {
      kind: 'page_url_too_long',
      version: 1,
      id: alertId('page_url_too_long', zoneId, resource, host, url, day),
      accountId,
      zoneId,
      at: lastSeenAt,
      resource: { type: resource, id: '', url, host, firstPageUrl: pageUrl },
    },
  ];
}
