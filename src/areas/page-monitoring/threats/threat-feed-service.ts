import { setImmediate } from 'node:timers/promises';
import { systemActor } from '../../../contracts/actor.ts';
import type { Change } from '../../../contracts/change.ts';
import type { Threat } from '../../../detectors/threat-feeds/threat.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { PalisadeError } from '../../../kernel/palisade-error.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { TaskStore } from '../../../storage/task-store.ts';
import { INVENTORY_LOCK } from '../inventory/item-store.ts';
import type { PageMonitoringDatabase, Tx } from '../page-monitoring-tables.ts';
import {
  type FeedChanges,
  shownFeed,
  THREAT_CHECK_QUEUE,
  type ThreatFeed,
} from './threat-feed-model.ts';
import { threatFeedStore } from './threat-feed-store.ts';

/** Rows per transaction: on SQLite other writers wait for it. */
const BATCH_SIZE = 2_000;
/** An import that makes no progress for this long counts as abandoned. */
const ABANDONED_MS = 24 * 3_600_000;
/** The lock for removing entries. It is not that of the inventory, so that observations do not wait. */
const SWEEP_LOCK = 'threat feed sweep';

export interface ThreatFeedOptions {
  readonly database: PageMonitoringDatabase;
  readonly changes: ChangeLog;
  readonly tasks: TaskStore;
  readonly clock: Clock;
}

/** The result of reading a feed. */
export type FeedSummary = Pick<ThreatFeed, 'source' | 'format' | 'contentHash' | 'importedBy'>;

export interface ImportedFeed {
  readonly feed: ThreatFeed;
  readonly changes: FeedChanges;
}

/** Reads a feed and passes its entries on in batches. */
export type ReadFeed = (add: (threats: readonly Threat[]) => Promise<void>) => Promise<FeedSummary>;

/**
 * Feeds of the whole installation. New entries are written beside the current ones in small transactions, and
 * a single transaction switches to them: a feed is either complete or unchanged.
 */
export class ThreatFeedService {
  readonly #options: ThreatFeedOptions;

  constructor(options: ThreatFeedOptions) {
    this.#options = options;
  }

  async list(): Promise<ThreatFeed[]> {
    return await threatFeedStore.list(this.#options.database.read);
  }

  /** Replaces the feed with the same name. */
  async import(name: string, read: ReadFeed): Promise<ImportedFeed> {
    const { database, clock } = this.#options;
    const id = await database.transaction((tx) => threatFeedStore.begin(tx, name, clock.now()));
    try {
      const summary = await read(async (threats) => {
        await database.transaction(async (tx) => {
          await this.#touch(tx, name, id);
          await threatFeedStore.add(tx, id, threats);
        });
      });
      await database.transaction((tx) => this.#touch(tx, name, id));
      const entries = await threatFeedStore.countEntries(database.read, id);
      if (entries === 0) {
        const advice = 'set --format to the format of the list';
        throw new PalisadeError('empty_feed', `no line could be read; ${advice}`);
      }
      const feed = { id, name, ...summary, entries, importedAt: clock.now() };
      // Before the switch, after which the earlier entries are removed.
      const earlier = await threatFeedStore.find(database.read, name);
      const changes = await threatFeedStore.compare(database.read, id, entries, earlier);
      await this.#change(name, feed);
      return { feed, changes };
    } catch (error) {
      // The original error matters more than a failure to retire the draft, which expires later anyway.
      await database.transaction((tx) => threatFeedStore.retire(tx, id)).catch(() => {});
      throw error;
    } finally {
      // A daily job deletes leftover entries.
      await this.sweep().catch(() => {});
    }
  }

  async remove(name: string): Promise<void> {
    await this.#change(name, undefined);
    await this.sweep();
  }

  /** Removes entries of retired and abandoned feeds. */
  async sweep(signal?: AbortSignal): Promise<void> {
    const { database, clock } = this.#options;
    const before = clock.now() - ABANDONED_MS;
    await database.transaction((tx) => threatFeedStore.retireAbandoned(tx, before));
    for (const id of await threatFeedStore.leftovers(database.read)) {
      let removed = BATCH_SIZE;
      for (; removed === BATCH_SIZE && !signal?.aborted; await setImmediate()) {
        removed = await database.transaction(async (tx) => {
          // Without the lock two sweeps would choose the same entries, and one would stop too early.
          await database.lock(tx, SWEEP_LOCK);
          return await threatFeedStore.removeSome(tx, id, BATCH_SIZE);
        });
      }
    }
  }

  /** Marks an import as active, so that its entries are not removed. */
  async #touch(tx: Tx, name: string, id: number): Promise<void> {
    const isThere = await threatFeedStore.touch(tx, id, this.#options.clock.now());
    if (!isThere) throw abandoned(name);
  }

  /** Replaces or removes a feed, and enqueues a check of all stored items. */
  async #change(name: string, after: ThreatFeed | undefined): Promise<void> {
    const { database, changes, tasks } = this.#options;
    await database.transaction(async (tx) => {
      // With the lock, new items are checked against the old feeds before this change, or against the new ones after it.
      await database.lock(tx, INVENTORY_LOCK);
      const before = await threatFeedStore.find(tx, name);
      if (!before && !after) {
        const advice = 'palisade threats list shows them';
        throw new PalisadeError('feed_unknown', `there is no feed ${name}; ${advice}`);
      }
      if (before) await threatFeedStore.retire(tx, before.id);
      if (after && !(await threatFeedStore.makeCurrent(tx, after))) throw abandoned(name);
      await tasks.enqueue(tx, THREAT_CHECK_QUEUE, { feed: name });
      await changes.append(tx, changeOf(name, before, after));
    });
  }
}

function abandoned(name: string): PalisadeError {
  const reason = 'the import made no progress for more than a day';
  return new PalisadeError('feed_abandoned', `${reason}; import ${name} again`);
}

function changeOf(
  name: string,
  before: ThreatFeed | undefined,
  after: ThreatFeed | undefined,
): Change {
  return {
    actor: systemActor,
    action: !after ? 'delete' : before ? 'update' : 'create',
    resource: 'threat_feed',
    resourceId: name,
    accountId: null,
    zoneId: null,
    before: before ? shownFeed(before) : null,
    after: after ? shownFeed(after) : null,
  };
}
