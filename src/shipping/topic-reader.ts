import { setImmediate } from 'node:timers/promises';
import type { SpoolBatch, SpoolPosition, SpoolReader } from '../bus/spool.ts';
import type { Clock } from '../kernel/clock.ts';
import { WakeableSleep } from '../kernel/wakeable-sleep.ts';
import type { LogBatch } from '../logs/log-batch.ts';
import { isSamePosition, numberOf } from './cursor.ts';
import type { Run } from './run.ts';
import type { ShippingTelemetry } from './shipping-telemetry.ts';

const READ_LIMITS = { batches: 8, bytes: 256 * 1024 };
/** A batch is stored up to this long after its publishing time. */
const SETTLED_MS = 5_000;

export interface TopicReaderOptions {
  readonly spool: SpoolReader;
  readonly pollMs: number;
  readonly clock: Clock;
  readonly telemetry: ShippingTelemetry;
  openBatch(batch: SpoolBatch): LogBatch | undefined;
  /** Called after every spool batch and in every turn. */
  afterBatch(): void;
}

/** Runs at the same position, which read together. */
interface Group {
  readonly position: SpoolPosition;
  readonly until: number | undefined;
  readonly runs: Run[];
}

/**
 * Reads the spool of a dataset for all runs. Runs at the end of the spool form one group, for which each batch is decoded once. A run that
 * cannot take more lines falls behind. Later it continues alone, or with others at its position, and joins the first group again when it
 * has caught up.
 */
export class TopicReader {
  readonly #options: TopicReaderOptions;
  readonly #runs = new Set<Run>();
  readonly #pause: WakeableSleep;
  #isOpen = true;
  readonly #ended: Promise<void>;

  constructor(options: TopicReaderOptions) {
    this.#options = options;
    this.#pause = new WakeableSleep(options.clock);
    this.#ended = this.#loop();
  }

  get spool(): SpoolReader {
    return this.#options.spool;
  }

  add(run: Run): void {
    this.#runs.add(run);
    this.wake();
  }

  remove(run: Run): void {
    this.#runs.delete(run);
  }

  /** To be called when a run can take lines again. */
  wake(): void {
    this.#pause.wake();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.wake();
    await this.#ended;
    this.#options.spool.close();
  }

  async #loop(): Promise<void> {
    while (this.#isOpen) {
      const hasMore = await this.#turn().catch((error) => {
        this.#options.telemetry.notRead(error);
        return false;
      });
      this.#options.afterBatch();
      if (!hasMore) await this.#pause.sleep(this.#options.pollMs);
    }
  }

  /** Lets every group read a little, up to the current end of the spool, so that groups that reach it are merged. */
  async #turn(): Promise<boolean> {
    const end = this.#options.spool.end();
    let hasMore = false;
    for (const group of this.#groups(Object.keys(end))) {
      if (await this.#advance(group, end)) hasMore = true;
    }
    for (const run of this.#runs) run.closeIfDue(end);
    return hasMore;
  }

  #groups(streams: readonly string[]): readonly Group[] {
    const groups: Group[] = [];
    for (const run of this.#runs) {
      if (!run.wantsLines) continue;
      const { position, until } = run;
      const same = groups.find(
        (each) => each.until === until && isSamePosition(each.position, position, streams),
      );
      if (same) same.runs.push(run);
      else groups.push({ position, until, runs: [run] });
    }
    return groups;
  }

  /** Returns whether at least one run has made progress. */
  async #advance({ position, until, runs }: Group, end: SpoolPosition): Promise<boolean> {
    const isAtEnd = isSamePosition(position, end, Object.keys(end));
    const batches = isAtEnd ? [] : this.#read(position, until, end);
    if (batches.length === 0) {
      if (until !== undefined && this.#isPast(until)) for (const run of runs) run.complete();
      return false;
    }
    const reached = { ...position };
    let rest = runs;
    let hasProgress = false;
    for (const batch of batches) {
      const { stream, last } = batch;
      const before = numberOf(reached, stream);
      // A run may have gone back in the meantime, because the memory budget discarded its open batch.
      rest = rest.filter((run) => numberOf(run.position, stream) === before);
      const lines = rest.length > 0 ? this.#open(batch) : undefined;
      rest = rest.filter((run) => run.take(batch, lines));
      reached[stream] = last;
      hasProgress ||= rest.length > 0;
      this.#options.afterBatch();
      await setImmediate();
      if (rest.length === 0 || !this.#isOpen) break;
    }
    return hasProgress;
  }

  #read(
    position: SpoolPosition,
    until: number | undefined,
    end: SpoolPosition,
  ): readonly SpoolBatch[] {
    const limits = until === undefined ? READ_LIMITS : { ...READ_LIMITS, before: until };
    const batches = this.#options.spool.read(position, limits);
    return batches.filter(({ stream, last }) => last <= numberOf(end, stream));
  }

  #open(batch: SpoolBatch): LogBatch | undefined {
    try {
      const lines = this.#options.openBatch(batch);
      if (!lines) this.#options.telemetry.unknownBatch();
      return lines;
    } catch (error) {
      this.#options.telemetry.damagedBatch(error);
      return undefined;
    }
  }

  #isPast(time: number): boolean {
    return this.#options.clock.now() >= time + SETTLED_MS;
  }
}
