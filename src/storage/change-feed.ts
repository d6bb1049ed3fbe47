import type { ChangeEvent } from '../contracts/change.ts';
import type { Clock } from '../kernel/clock.ts';
import { WakeableSleep } from '../kernel/wakeable-sleep.ts';
import { OUTBOX } from './change-log.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

const BATCH = 500;

export type ChangeListener = (events: readonly ChangeEvent[]) => Promise<void> | void;

export interface ChangeFeedOptions {
  readonly database: Database<CoreTables>;
  readonly clock: Clock;
  /** How often the feed reads the outbox if nothing wakes it. */
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Reads the outbox in commit order and passes every change to the listeners of this process, whichever
 * node made it. A change that this process commits wakes it at once, and so does a notification of the database; otherwise it
 * polls every `pollMs`. It starts at the end of the outbox: listeners read their initial state after
 * `start()`, so they miss no change.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #listeners: ChangeListener[] = [];
  readonly #stop = new AbortController();
  #cursor = 0;
  readonly #pause: WakeableSleep;
  #loop: Promise<void> = Promise.resolve();
  #announcements: { stop(): Promise<void> } | undefined;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.#pause = new WakeableSleep(options.clock);
  }

  subscribe(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** The number of the last change that all listeners have received. */
  get position(): number {
    return this.#cursor;
  }

  /** Whether listeners have received every change that was committed before the call. */
  async isCurrent(): Promise<boolean> {
    return (await this.#lastSeq()) <= this.#cursor;
  }

  async start(): Promise<void> {
    const { database } = this.#options;
    this.#cursor = await this.#lastSeq();
    database.onCommit((written) => {
      if (written.has(OUTBOX)) this.#pause.wake();
    });
    this.#announcements = await database.dialect.listen?.(() => this.#pause.wake());
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#pause.wake();
    await this.#loop;
    await this.#announcements?.stop();
    this.#announcements = undefined;
  }

  async #lastSeq(): Promise<number> {
    const last = await this.#options.database.read
      .selectFrom('outbox')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirst();
    return Number(last?.seq ?? 0);
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        while (await this.#deliverBatch());
      } catch (error) {
        this.#options.onError(error);
      }
      if (!this.#stop.signal.aborted) await this.#pause.sleep(this.#options.pollMs);
    }
  }

  /** Passes one batch to every listener; true if there may be more. */
  async #deliverBatch(): Promise<boolean> {
    const rows = await this.#options.database.read
      .selectFrom('outbox')
      .selectAll()
      .where('seq', '>', this.#cursor)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return false;
    const events = rows.map(
      (row): ChangeEvent => ({
        seq: row.seq,
        action: row.action as ChangeEvent['action'],
        resource: row.resource,
        resourceId: row.resource_id,
        accountId: row.account_id,
        zoneId: row.zone_id,
      }),
    );
    for (const listener of this.#listeners) await listener(events);
    this.#cursor = last.seq;
    return rows.length === BATCH;
  }
}
