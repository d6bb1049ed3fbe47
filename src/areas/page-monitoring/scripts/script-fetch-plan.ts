import { setImmediate } from 'node:timers/promises';
import { hasPageFeature } from '../../../catalogs/page-features.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneAccount, ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { statusOf } from '../inventory/item-model.ts';
import { type DueScript, INVENTORY_LOCK, itemStore } from '../inventory/item-store.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { settingsStore } from '../settings/settings-store.ts';

/** How often an active script is fetched. */
export const FETCH_EVERY_MS = 24 * 3_600_000;
/** How often a plan is made. */
export const FETCH_PLAN_MS = 30_000;
/** The most scripts of a zone in one plan. */
const MAX_PER_ZONE = 100;
/** The most scripts of one plan. */
const MAX_PLANNED = 2_000;
/** Scripts of one query and of one transaction. */
const BATCH_SIZE = 500;

export interface FetchPlanOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

export interface PlannedFetch {
  readonly itemId: string;
  readonly accountId: string;
  /** The position among the scripts of its zone. */
  readonly rank: number;
}

/** A script that is fetched later, or only after it is observed again. */
interface PostponedFetch {
  readonly itemId: string;
  readonly at: number | undefined;
}

/**
 * The scripts to fetch now, round-robin by zone. Scripts above the limit of their zone are postponed to one of the next
 * plans, so that they do not delay other zones.
 */
export async function planFetches(
  options: FetchPlanOptions,
  signal: AbortSignal,
): Promise<PlannedFetch[]> {
  const { database, clock } = options;
  const planned = new Map<string, PlannedFetch>();
  const ranks = new Map<string, number>();
  while (planned.size < MAX_PLANNED && !signal.aborted) {
    // A planned script stays due until it is fetched.
    const due = await itemStore.dueForFetch(database.read, clock.now(), planned.size + BATCH_SIZE);
    const fresh = due.filter(({ id }) => !planned.has(id)).slice(0, BATCH_SIZE);
    if (fresh.length === 0) break;
    const decided = await decide(options, ranks, fresh);
    for (const each of decided) if ('rank' in each) planned.set(each.itemId, each);
    await postpone(
      database,
      decided.filter((each) => 'at' in each),
    );
    await setImmediate();
  }
  return [...planned.values()].sort((one, other) => one.rank - other.rank);
}

async function decide(
  { database, clock, zones }: FetchPlanOptions,
  ranks: Map<string, number>,
  due: readonly DueScript[],
): Promise<(PlannedFetch | PostponedFetch)[]> {
  const zoneIds = [...new Set(due.map(({ zoneId }) => zoneId))];
  const watched = await settingsStore.monitoredAmong(database.read, zoneIds);
  const known = new Map((await zones.listAccounts(zoneIds)).map((zone) => [zone.id, zone]));
  return due.map((script) => {
    const zone = watched.has(script.zoneId) ? known.get(script.zoneId) : undefined;
    return decideOne(script, zone, ranks, clock.now());
  });
}

function decideOne(
  script: DueScript,
  zone: ZoneAccount | undefined,
  ranks: Map<string, number>,
  now: number,
): PlannedFetch | PostponedFetch {
  const itemId = script.id;
  if (!zone || statusOf(script, now) !== 'active') return { itemId, at: undefined };
  if (!hasPageFeature(zone.plan, 'maliciousCode')) return { itemId, at: now + FETCH_EVERY_MS };
  const rank = ranks.get(zone.id) ?? 0;
  ranks.set(zone.id, rank + 1);
  const plansLater = Math.floor(rank / MAX_PER_ZONE);
  if (plansLater > 0) return { itemId, at: now + plansLater * FETCH_PLAN_MS };
  return { itemId, accountId: zone.accountId, rank };
}

async function postpone(
  database: PageMonitoringDatabase,
  scripts: readonly PostponedFetch[],
): Promise<void> {
  if (scripts.length === 0) return;
  await database.transaction(async (tx) => {
    // Observations update the same rows in another order; without the lock the two could deadlock.
    await database.lock(tx, INVENTORY_LOCK);
    for (const [at, some] of Map.groupBy(scripts, (each) => each.at)) {
      await itemStore.scheduleFetches(
        tx,
        some.map(({ itemId }) => itemId),
        at,
      );
    }
  });
}
