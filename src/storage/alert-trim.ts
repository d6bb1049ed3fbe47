import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { ALERT_QUEUE, type Alert } from '../contracts/alert.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { REMOVAL_BATCH, TaskRemoval } from './task-removal.ts';

export interface AlertTrimOptions {
  readonly database: Database<CoreTables>;
  readonly clock: Clock;
  readonly maxAgeMs: number;
  readonly maxCount: number;
  /** How many alerts are queued. */
  readonly count: number;
}

/**
 * Removes alerts that are too old. If too many are left, the accounts and kinds with the most alerts lose their
 * oldest ones, so that a site that raises many alerts does not displace those of others.
 */
export async function trimAlerts(
  options: AlertTrimOptions,
  signal: AbortSignal,
): Promise<TaskRemoval['counts']> {
  const { database, clock } = options;
  const removal = new TaskRemoval({
    database,
    clock,
    queue: ALERT_QUEUE,
    states: ['ready', 'blocked'],
  });
  await removeOld(options, removal, signal);
  const removed = removal.counts.values().reduce((sum, count) => sum + count, 0);
  if (options.count - removed > options.maxCount) await removeExcess(options, removal, signal);
  return removal.counts;
}

async function removeOld(
  { database, clock, maxAgeMs }: AlertTrimOptions,
  removal: TaskRemoval,
  signal: AbortSignal,
): Promise<void> {
  for (; !signal.aborted; await setImmediate()) {
    const old = await selectOldest(database)
      .where('created_at', '<', clock.now() - maxAgeMs)
      .where('claimed_until', '<=', clock.now())
      .execute();
    if (old.length === 0) return;
    await removal.remove(old);
  }
}

/** Reads all alerts twice: first to count them by group, then to remove the oldest of the largest groups. */
async function removeExcess(
  { database, clock, maxCount }: AlertTrimOptions,
  removal: TaskRemoval,
  signal: AbortSignal,
): Promise<void> {
  const sizes = new Map<string, number>();
  let excess = -maxCount;
  for await (const page of pagesOf(database, signal)) {
    for (const group of page.map(groupOf)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    excess += page.length;
  }
  const cap = fairCap([...sizes.values()], maxCount);
  for await (const page of pagesOf(database, signal)) {
    const going: WaitingAlert[] = [];
    for (const alert of page) {
      const group = groupOf(alert);
      const size = sizes.get(group) ?? 0;
      if (excess <= 0 || size <= cap || alert.claimed_until > clock.now()) continue;
      going.push(alert);
      sizes.set(group, size - 1);
      excess -= 1;
    }
    await removal.remove(going);
    if (excess <= 0) return;
  }
}

/** The highest number that each group may have if all of them together may have no more than `most`. */
function fairCap(sizes: readonly number[], most: number): number {
  let left = most;
  for (const [n, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (sizes.length - n));
    if (size > share) return share;
    left -= size;
  }
  return most;
}

function groupOf({ payload }: WaitingAlert): string {
  const { accountId, kind }: Pick<Alert, 'accountId' | 'kind'> = JSON.parse(payload);
  return `${accountId} ${kind}`;
}

type WaitingAlert = Awaited<ReturnType<ReturnType<typeof selectOldest>['execute']>>[number];

/** All alerts, oldest first, a few at a time. */
async function* pagesOf(
  database: Database<CoreTables>,
  signal: AbortSignal,
): AsyncGenerator<WaitingAlert[]> {
  for (let last: WaitingAlert | undefined; !signal.aborted; await setImmediate()) {
    const after = last;
    const page = await selectOldest(database)
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb(
            eb.refTuple('created_at', 'seq'),
            '>',
            eb.tuple(after?.created_at ?? 0, after?.seq ?? 0),
          ),
        ),
      )
      .execute();
    yield page;
    last = page.at(-1);
    if (page.length < REMOVAL_BATCH) return;
  }
}

function selectOldest({ read }: Database<CoreTables>) {
  return (
    read
      .selectFrom('tasks')
      .select(['seq', 'task_key', 'payload', 'created_at', 'claimed_until'])
      .where('queue', '=', ALERT_QUEUE)
      // A literal, because the partial index of live tasks is not used for a parameter here.
      .where('state', '<>', sql.lit('dead'))
      .orderBy('created_at')
      .orderBy('seq')
      .limit(REMOVAL_BATCH)
  );
}
