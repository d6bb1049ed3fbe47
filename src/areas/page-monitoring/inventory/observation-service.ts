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
import { type ItemLimits, ItemQuota, type QuotaTaker } from './item-quota.ts';
import { INVENTORY_LOCK, itemStore, type Place } from './item-store.ts';
import { itemAfter, mayHaveCopies, mergeObservations, type Sighting } from './observation-merge.ts';

const DAY_MS = 24 * 3_600_000;

/** Who reads observations from the bus. */
export const observationReader = {
  consumer: 'page-monitoring',
  topic: PAGE_OBSERVATIONS_TOPIC,
};

/** An observation and the message that brought it. */
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
}

interface Folding {
  readonly scopes: ThreatScopes;
  readonly room: QuotaTaker;
  readonly now: number;
}

/**
 * Folds what the edge saw into the inventory. The cost of an observation does not depend on how much is
 * stored: items are found by their id. A message that comes again is not counted again.
 */
export class ObservationService {
  readonly #database: PageMonitoringDatabase;
  readonly #clock: Clock;
  readonly #alerts: AlertOutbox;
  readonly #threats: ThreatCheckService;
  readonly #room: ItemQuota;

  constructor({ database, clock, alerts, threats, limits }: ObservationServiceOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#alerts = alerts;
    this.#threats = threats;
    this.#room = new ItemQuota(clock, limits);
  }

  /** Stores what is new, with its alerts; returns how many items there was no room for. */
  async record(reported: readonly Reported[]): Promise<number> {
    const database = this.#database;
    const zoneIds = reported.map(({ observation }) => observation.zoneId);
    const scopes = await this.#threats.scopesOf(zoneIds);
    let room: QuotaTaker | undefined;
    const noRoom = await database.transaction(async (tx) => {
      // Anew for each attempt.
      room = this.#room.open();
      // Nodes that report the same item take turns: counts are read, added to and written.
      await database.lock(tx, INVENTORY_LOCK);
      const now = this.#clock.now();
      const uncounted = await topicPositions.advance(tx, observationReader, reported, now);
      const seen = uncounted.flatMap(({ observation }) =>
        observation.kind === 'script-hash' || observation.kind === 'long-url' ? [] : observation,
      );
      const sightings = mergeObservations(seen, now);
      const { alerts, refused } = await this.#fold(tx, sightings, { scopes, room, now });
      const hashes = uncounted.flatMap(({ observation }) =>
        observation.kind === 'script-hash' ? observation : [],
      );
      await noteVisitorHashes(tx, hashes, now);
      await this.#alerts.record(tx, [...alerts, ...uncounted.flatMap(tooLong)]);
      return refused;
    });
    room?.keep();
    return noRoom;
  }

  async #fold(
    tx: Tx,
    all: readonly Sighting[],
    { scopes, room, now }: Folding,
  ): Promise<{ readonly alerts: readonly PageAlert[]; readonly refused: number }> {
    const stored = await itemStore.findMany(
      tx,
      all.map(({ id }) => id),
    );
    const sightings = await withRoom(tx, all, stored, room);
    const seen = sightings.map((sighting) => ({
      sighting,
      ...itemAfter(sighting, stored.get(sighting.id), now),
    }));
    const outcomes = await this.#threats.atSight(tx, seen, scopes);
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
    return { alerts, refused: all.length - sightings.length };
  }
}

/** What is known already needs none. */
async function withRoom(
  tx: Tx,
  sightings: readonly Sighting[],
  stored: ReadonlyMap<string, PageItem>,
  room: QuotaTaker,
): Promise<Sighting[]> {
  const kept: Sighting[] = [];
  for (const sighting of sightings) {
    const { id, zoneId, kind } = sighting;
    if (stored.has(id) || (await room.take(tx, zoneId, kind))) kept.push(sighting);
  }
  return kept;
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

/** New scripts and connections, and the first of each domain among them. */
async function alertsOfNew(tx: Tx, outcomes: readonly Outcome[]): Promise<PageAlert[]> {
  const newItems = outcomes.filter(({ isNew, item }) => isNew && item.kind !== 'cookie');
  const nameOf = ({ zoneId, kind, urlHost }: Place) => `${zoneId} ${kind} ${urlHost}`;
  const places = new Map(newItems.map(({ item }) => [nameOf(item), item]));
  const known = new Set((await itemStore.knownPlaces(tx, [...places.values()])).map(nameOf));
  return newItems.flatMap(({ sighting, item }) => {
    const { accountId } = sighting;
    const resource = alertAbout('page_new_resource', accountId, item, item.addedAt, {});
    if (known.has(nameOf(item))) return [resource];
    known.add(nameOf(item));
    const details = { domain: item.urlHost };
    return [resource, alertAbout('page_new_domain', accountId, item, item.addedAt, details)];
  });
}

/** The edge reports such a URL every few seconds while it is in use; the alert is the same for a day. */
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
