import { setImmediate } from 'node:timers/promises';
import { hasPageFeature } from '../../../catalogs/page-features.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneAccount, ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { statusOf } from '../inventory/item-model.ts';
import { type DueScript, INVENTORY_LOCK, itemStore } from '../inventory/item-store.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { settingsStore } from '../settings/settings-store.ts';

/** How often scripts are fetched that are in use. */
export const FETCH_EVERY_MS = 24 * 3_600_000;
/** How often a plan is made. */
export const FETCH_PLAN_MS = 30_000;
/** Scripts of one zone in one plan. */
const SHARE = 100;
/** Scripts of one plan. */
const MOST = 2_000;
/** Scripts of one look, and of one transaction. */
const LOT = 500;

export interface FetchPlanOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

export interface PlannedFetch {
  readonly itemId: string;
  readonly accountId: string;
  /** Which one of its zone it is. */
  readonly turn: number;
}

/** Not now: at another time, or not before it is seen again. */
interface PutOff {
  readonly itemId: string;
  readonly at: number | undefined;
}

/**
 * What is to be fetched now: the first script of each zone, then the second of each. Those beyond the
 * share of their zone are put off to one of the next plans, so that they do not stand in front of others.
 */
export async function planFetches(
  options: FetchPlanOptions,
  signal: AbortSignal,
): Promise<PlannedFetch[]> {
  const { database, clock } = options;
  const planned = new Map<string, PlannedFetch>();
  const turns = new Map<string, number>();
  while (planned.size < MOST && !signal.aborted) {
    // What is planned stays due until it is fetched.
    const due = await itemStore.dueForFetch(database.read, clock.now(), planned.size + LOT);
    const fresh = due.filter(({ id }) => !planned.has(id)).slice(0, LOT);
    if (fresh.length === 0) break;
    const decided = await decide(options, turns, fresh);
    for (const each of decided) if ('turn' in each) planned.set(each.itemId, each);
    await putOff(
      database,
      decided.filter((each) => 'at' in each),
    );
    await setImmediate();
  }
  return [...planned.values()].sort((one, other) => one.turn - other.turn);
}

async function decide(
  { database, clock, zones }: FetchPlanOptions,
  turns: Map<string, number>,
  due: readonly DueScript[],
): Promise<(PlannedFetch | PutOff)[]> {
  const zoneIds = [...new Set(due.map(({ zoneId }) => zoneId))];
  const watched = await settingsStore.watchedAmong(database.read, zoneIds);
  const known = new Map((await zones.listAccounts(zoneIds)).map((zone) => [zone.id, zone]));
  return due.map((script) => {
    const zone = watched.has(script.zoneId) ? known.get(script.zoneId) : undefined;
    return decideOne(script, zone, turns, clock.now());
  });
}

function decideOne(
  script: DueScript,
  zone: ZoneAccount | undefined,
  turns: Map<string, number>,
  now: number,
): PlannedFetch | PutOff {
  const itemId = script.id;
  if (!zone || statusOf(script, now) !== 'active') return { itemId, at: undefined };
  if (!hasPageFeature(zone.plan, 'maliciousCode')) return { itemId, at: now + FETCH_EVERY_MS };
  const turn = turns.get(zone.id) ?? 0;
  turns.set(zone.id, turn + 1);
  const plansLater = Math.floor(turn / SHARE);
  if (plansLater > 0) return { itemId, at: now + plansLater * FETCH_PLAN_MS };
  return { itemId, accountId: zone.accountId, turn };
}

async function putOff(database: PageMonitoringDatabase, scripts: readonly PutOff[]): Promise<void> {
  if (scripts.length === 0) return;
  await database.transaction(async (tx) => {
    // Reports change the same rows in another order.
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
