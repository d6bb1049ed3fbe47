import type { HashObservation } from '../../../contracts/events/page-observation.ts';
import { itemId } from '../inventory/item-model.ts';
import { itemStore } from '../inventory/item-store.ts';
import type { PageVisitorHashTable, Tx } from '../page-monitoring-tables.ts';
import { scriptStore } from './script-store.ts';
import { visitorHashStore } from './visitor-hash-store.ts';

/** Maximum hashes per script. Clients can send forged hashes, and some scripts differ for every visitor. */
const MOST_HASHES = 10;
/**
 * If a script has the maximum number of hashes, a further one replaces the oldest reported one, but only after this
 * time. An attacker who fills the limit with forged hashes delays other reports, and causes an alert every day.
 */
const FURTHER_HASH_MS = 24 * 3_600_000;

/**
 * Compares the hashes of scripts that visitors received with the fetched versions. A script with a different hash is
 * fetched at once, since it has most likely changed.
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
    // A script that was never fetched cannot be compared; visitors will report it again.
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
    const replaced = replacedHashes(known, now);
    await visitorHashStore.remove(tx, id, replaced);
    const free = Math.max(0, MOST_HASHES - known.length + replaced.length);
    for (const hash of fresh.slice(0, free)) {
      unknownHashes.push({ item_id: id, hash, seen_at: now, is_told: 0 });
    }
  }
  await visitorHashStore.add(tx, unknownHashes);
  await itemStore.expediteFetch(tx, [...new Set(unknownHashes.map(({ item_id: id }) => id))], now);
}

/** The hash that a further one replaces. None while the limit is not reached, or if the last one is too recent. */
function replacedHashes(known: readonly PageVisitorHashTable[], now: number): string[] {
  const newest = known.at(-1);
  if (known.length < MOST_HASHES || !newest || newest.seen_at + FURTHER_HASH_MS > now) return [];
  const oldest = known.find(({ is_told: reported }) => reported === 1);
  return oldest ? [oldest.hash] : [];
}

/** A hash that no version has, even after the script was fetched again. */
export interface ForeignHash {
  readonly hash: string;
  readonly seenAt: number;
}

/**
 * Called after a fetch. Returns hashes that visitors had received before it started and that no version has. Each is
 * returned once. A later hash may be a change that the fetch missed, so the script is fetched again.
 */
export async function takeForeignHashes(
  tx: Tx,
  id: string,
  startedAt: number,
  now: number,
): Promise<ForeignHash[]> {
  const remembered = await visitorHashStore.findMany(tx, [id]);
  if (remembered.length === 0) return [];
  const known = (await scriptStore.versionHashes(tx, [id])).get(id) ?? new Set();
  await visitorHashStore.remove(tx, id, [...known]);
  const unreported = remembered.filter(
    ({ hash, is_told: reported }) => reported === 0 && !known.has(hash),
  );
  const foreign = unreported.filter(({ seen_at: seenAt }) => seenAt <= startedAt);
  await visitorHashStore.markReported(
    tx,
    id,
    foreign.map(({ hash }) => hash),
  );
  if (foreign.length < unreported.length) await itemStore.expediteFetch(tx, [id], now);
  return foreign.map(({ hash, seen_at: seenAt }) => ({ hash, seenAt }));
}
