import type { ChangeEvent } from '../contracts/change.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

const BATCH = 500;

export type ChangeListener = (events: readonly ChangeEvent[]) => Promise<void> | void;

export interface ChangeFeedOptions {
  readonly database: Database<CoreTables>;
  readonly clock: Clock;
  /** The safety net: how often to look when nobody called. */
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Reads the outbox in commit order and tells this process what changed, whoever changed it. A commit
 * of this process or an announcement of the database wakes it at once; otherwise it looks every
 * `pollMs`. It starts at the end of the outbox: listeners read their initial state themselves, after
 * `start()`, so nothing falls between.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #listeners: ChangeListener[] = [];
  readonly #stop = new AbortController();
  #cursor = 0;
  #wake: () => void = () => {};
  #awake = false;
  #loop: Promise<void> = Promise.resolve();
  #announcements: { stop(): Promise<void> } | undefined;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  subscribe(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Whether listeners have heard of everything that was committed before the call. */
  async isCurrent(): Promise<boolean> {
    return (await this.#lastSeq()) <= this.#cursor;
  }

  async start(): Promise<void> {
    const { database } = this.#options;
    this.#cursor = await this.#lastSeq();
    database.onCommit(() => this.#rouse());
    this.#announcements = await database.dialect.listen?.(() => this.#rouse());
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#rouse();
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

  #rouse(): void {
    this.#awake = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#awake = false;
      try {
        while (await this.#deliverBatch());
      } catch (error) {
        this.#options.onError(error);
      }
      if (!this.#awake) await this.#rest();
    }
  }

  /** Waits for a call or the poll interval, whichever comes first. */
  async #rest(): Promise<void> {
    const cancel = new AbortController();
    const called = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.#awake && !this.#stop.signal.aborted) {
      const elapsed = this.#options.clock.sleep(this.#options.pollMs, cancel.signal);
      await Promise.race([called, elapsed.catch(() => {})]);
    }
    cancel.abort();
  }

  /** Hands one batch to every listener; true when there may be more. */
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
