import type { HashObservation } from '../../contracts/events/page-observation.ts';
import { itemId } from './item-model.ts';
import { itemStore } from './item-store.ts';
import type { Tx } from './page-monitoring-tables.ts';
import { scriptStore } from './script-store.ts';
import { visitorHashStore } from './visitor-hash-store.ts';

/** Of one script. Anybody can make hashes up, and some scripts differ for every visitor. */
const MOST_HASHES = 10;

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
  const news = [...others].flatMap(([id, hashes]) => {
    const known = new Set(remembered.get(id)?.map(({ hash }) => hash));
    const fresh = [...hashes.difference(known)].slice(0, Math.max(0, MOST_HASHES - known.size));
    return fresh.map((hash) => ({ item_id: id, hash, seen_at: now, is_told: 0 }));
  });
  await visitorHashStore.add(tx, news);
  await itemStore.hastenFetch(tx, [...new Set(news.map(({ item_id: id }) => id))], now);
}

/** A hash that no version has, also after the script was fetched again. */
export interface ForeignHash {
  readonly hash: string;
  readonly seenAt: number;
}

/** After a fetch: what visitors have received and nobody was told about yet. Each is answered once. */
export async function takeForeignHashes(tx: Tx, id: string): Promise<ForeignHash[]> {
  const remembered = await visitorHashStore.findMany(tx, [id]);
  if (remembered.length === 0) return [];
  const known = (await scriptStore.versionHashes(tx, [id])).get(id) ?? new Set();
  await visitorHashStore.remove(tx, id, [...known]);
  await visitorHashStore.markTold(tx, id);
  return remembered
    .filter(({ hash, is_told: told }) => told === 0 && !known.has(hash))
    .map(({ hash, seen_at: seenAt }) => ({ hash, seenAt }));
}
