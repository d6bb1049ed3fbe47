import type { HashObservation } from '../../../contracts/events/page-observation.ts';
import { itemId } from '../inventory/item-model.ts';
import { itemStore } from '../inventory/item-store.ts';
import type { PageVisitorHashTable, Tx } from '../page-monitoring-tables.ts';
import { scriptStore } from './script-store.ts';
import { visitorHashStore } from './visitor-hash-store.ts';

/** Of one script. Anybody can make hashes up, and some scripts differ for every visitor. */
const MOST_HASHES = 10;
/**
 * When they are that many, a further one takes the place of the oldest that was told, so often: who fills the
 * room with hashes that do not exist delays what is said of others, and is told of every day.
 */
const FURTHER_HASH_MS = 24 * 3_600_000;

/**
 * Compares what visitors have received with the versions that were fetched. A script of which they have
 * received something else is fetched at once: most likely it has changed.
 */
export async function noteVisitorHashes(
  tx: Tx,
  observations: readonly HashObservation[],
  now: number,
): Promise<void> {
  const received = new Map<string, Set<string>>();
  for (const { zoneId, host, url, hash } of observations) {
    const id = itemId(zoneId, 'script', host, url);
    received.set(id, (received.get(id) ?? new Set()).add(hash));
  }
  const versions = await scriptStore.versionHashes(tx, [...received.keys()]);
  const others = new Map<string, Set<string>>();
  for (const [id, hashes] of received) {
    // What was never fetched cannot be compared; visitors will tell again.
    const other = hashes.difference(versions.get(id) ?? hashes);
    if (other.size > 0) others.set(id, other);
  }
  const remembered = Map.groupBy(
    await visitorHashStore.findMany(tx, [...others.keys()]),
    ({ item_id: id }) => id,
  );
  const unknownHashes: PageVisitorHashTable[] = [];
  for (const [id, hashes] of others) {
    const known = remembered.get(id) ?? [];
    const fresh = [...hashes.difference(new Set(known.map(({ hash }) => hash)))];
    if (fresh.length === 0) continue;
    const given = givenUp(known, now);
    await visitorHashStore.remove(tx, id, given);
    const room = Math.max(0, MOST_HASHES - known.length + given.length);
    for (const hash of fresh.slice(0, room)) {
      unknownHashes.push({ item_id: id, hash, seen_at: now, is_told: 0 });
    }
  }
  await visitorHashStore.add(tx, unknownHashes);
  await itemStore.hastenFetch(tx, [...new Set(unknownHashes.map(({ item_id: id }) => id))], now);
}

/** What is forgotten for a further hash: nothing while there is room, or when the last came a short time ago. */
function givenUp(known: readonly PageVisitorHashTable[], now: number): string[] {
  const newest = known.at(-1);
  if (known.length < MOST_HASHES || !newest || newest.seen_at + FURTHER_HASH_MS > now) return [];
  const oldest = known.find(({ is_told: told }) => told === 1);
  return oldest ? [oldest.hash] : [];
}

/** A hash that no version has, also after the script was fetched again. */
export interface ForeignHash {
  readonly hash: string;
  readonly seenAt: number;
}

/**
 * After a fetch: what visitors had received when it began, and nobody was told about yet. Each is answered once.
 * What came later may be a change that the fetch missed: the script is fetched again.
 */
export async function takeForeignHashes(
  tx: Tx,
  id: string,
  begunAt: number,
  now: number,
): Promise<ForeignHash[]> {
  const remembered = await visitorHashStore.findMany(tx, [id]);
  if (remembered.length === 0) return [];
  const known = (await scriptStore.versionHashes(tx, [id])).get(id) ?? new Set();
  await visitorHashStore.remove(tx, id, [...known]);
  const suppressed = remembered.filter(({ hash, is_told: told }) => told === 0 && !known.has(hash));
  const foreign = suppressed.filter(({ seen_at: seenAt }) => seenAt <= begunAt);
  await visitorHashStore.markTold(
    tx,
    id,
    foreign.map(({ hash }) => hash),
  );
  if (foreign.length < suppressed.length) await itemStore.hastenFetch(tx, [id], now);
  return foreign.map(({ hash, seen_at: seenAt }) => ({ hash, seenAt }));
}
