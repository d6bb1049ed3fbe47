import type { SpoolBatch, SpoolPosition } from '../bus/spool.ts';
import { newHexId } from '../kernel/hex-id.ts';
import type { LogBatch } from '../logs/log-batch.ts';
import type { ProgramResult } from '../logs/log-program.ts';
import { type Cursor, cursorAfter, cursorWithin, isSamePosition, recordsRead } from './cursor.ts';
import type { JobParts } from './job-parts.ts';
import type { Relievable } from './memory-budget.ts';
import { OpenBatch } from './open-batch.ts';
import type { OrderedLines } from './ordered-lines.ts';
import type { BatchCounts, PlannedBatch, RunId } from './planned-batch.ts';
import { Shipment } from './shipment.ts';

/**
 * One pass of a job over the spool: collects lines and sends them in batches, one after the other. At most one batch in flight and one open
 * batch are in memory; everything else stays in the spool.
 */
export class Run {
  readonly id: RunId;
  /** Excludes lines that were published at this time or later. */
  readonly until: number | undefined;
  readonly #parts: JobParts;
  readonly #ending = new AbortController();
  readonly #stopping = new AbortController();
  #cursor: Cursor;
  #open: OpenBatch;
  #sending: Promise<void> | undefined;
  #shipment: Shipment | undefined;
  #sendingSince: number | undefined;
  /** The open batch was discarded to free memory. Its lines are read again after the batch in flight. */
  #isHeldBack = false;
  #isComplete = false;
  /** The ledger could not be read when the last batch was done. */
  #mayHavePlanned = false;

  constructor(id: RunId, cursor: Cursor, parts: JobParts, until?: number) {
    this.id = id;
    this.until = until;
    this.#parts = parts;
    this.#cursor = cursor;
    this.#open = this.#newBatch();
    this.#sendPlanned();
  }

  get position(): SpoolPosition {
    return this.#cursor.position;
  }

  get wantsLines(): boolean {
    if (this.#stopping.signal.aborted || this.#isComplete || this.#isHeldBack) return false;
    return !this.#open.isFull || this.#sending === undefined;
  }

  get size(): number {
    return this.#open.size;
  }

  /** The batch in flight. */
  get shipment(): Relievable | undefined {
    return this.#shipment;
  }

  /** Publishing time of the oldest line that is read and not delivered yet; undefined if there is none. */
  get waitingSince(): number | undefined {
    return this.#sendingSince ?? this.#open.publishedFrom;
  }

  /** Adds a spool batch, or as much as the limits allow. False if some of it is left: then it has to be read again. */
  take(batch: SpoolBatch, lines: LogBatch | undefined): boolean {
    if (!this.wantsLines) return false;
    const result = lines && this.#run(lines);
    while (this.wantsLines) {
      if (this.#open.isFull && !this.#close()) return false;
      const taken = recordsRead(this.#cursor, batch);
      this.#open.begin(batch, this.#parts.deps.clock.tick(), taken === undefined);
      if (!result) {
        this.#open.missed += batch.last - batch.first + 1;
        return this.#moveAfter(batch);
      }
      if (taken === undefined) this.#open.count(result);
      const count = (taken ?? 0) + this.#open.fill(batch, result, taken ?? 0);
      if (count === result.records.length) return this.#moveAfter(batch);
      this.#cursor = cursorWithin(this.#cursor, batch, count);
    }
    return false;
  }

  /** Closes the open batch if it is due. A run that has lines to catch up with fills its batch first. */
  closeIfDue(end: SpoolPosition): void {
    if (this.#sending || this.#stopping.signal.aborted) return;
    if (this.#mayHavePlanned) {
      this.#sendPlanned();
      return;
    }
    const { clock } = this.#parts.deps;
    const isAtEnd = isSamePosition(this.position, end, Object.keys(end));
    const isDue = this.#open.isDue(clock.tick(), isAtEnd ? clock.now() : undefined);
    if (this.#isComplete || isDue) this.#close();
  }

  /** Frees the memory of the open batch: it is sent now or, while another one is in flight, read again later. */
  relieve(): void {
    if (!this.#sending && this.#close()) return;
    this.#isHeldBack = this.#sending !== undefined;
    this.#giveUpOpen();
  }

  /** To be called when there are no further lines: sends the open batch. */
  complete(): void {
    this.#isComplete = true;
  }

  get isDone(): boolean {
    return this.#isComplete && !this.#sending && this.#open.openedAt === undefined;
  }

  /** Stops reading and sending. An attempt in flight may finish until the signal aborts. */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stopping.abort();
    const end = () => this.#ending.abort();
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    await this.#sending;
    signal.removeEventListener('abort', end);
  }

  #moveAfter(batch: SpoolBatch): true {
    this.#cursor = cursorAfter(this.#cursor, batch);
    return true;
  }

  /** Undefined if the program cannot process the lines. */
  #run(lines: LogBatch): ProgramResult | undefined {
    try {
      return this.#parts.program.run(lines);
    } catch (error) {
      this.#parts.deps.telemetry.notUnderstood(this.id.jobId, error);
      return undefined;
    }
  }

  /** False if the batch could not be stored, and has to wait. */
  #close(): boolean {
    const open = this.#open;
    const { ledger, deps, changed } = this.#parts;
    try {
      if (open.records === 0) {
        ledger.skip(this.id, this.#cursor, countsOf(open), open.completeTo);
        this.#open = this.#newBatch();
      } else {
        const lines = open.ordered();
        const plan = this.#plan(open, lines.times);
        ledger.plan(plan);
        this.#open = this.#newBatch();
        changed(plan.id);
        this.#send(plan, lines);
      }
      deps.telemetry.stored();
      return true;
    } catch (error) {
      deps.telemetry.notStored(error);
      return false;
    }
  }

  #plan(open: OpenBatch, times: Float64Array): PlannedBatch {
    const { dataset, scope, filter, output } = this.#parts.job;
    return {
      ...countsOf(open),
      id: newHexId(),
      run: this.id,
      from: open.from,
      to: this.#cursor,
      program: { dataset, scope, filter, output },
      bytes: open.bytes,
      firstTime: times[0] as number,
      lastTime: times.at(-1) as number,
      completeTo: open.completeTo,
      at: this.#parts.deps.clock.now(),
      attempts: 0,
    };
  }

  /** Sends what was planned before a restart, or made by cutting a batch. */
  #sendPlanned(): void {
    const { ledger, deps } = this.#parts;
    try {
      const planned = ledger.planned(this.id);
      this.#mayHavePlanned = false;
      if (planned) this.#send(planned, undefined);
    } catch (error) {
      deps.telemetry.notStored(error);
      this.#mayHavePlanned = true;
    }
  }

  #send(plan: PlannedBatch, lines: OrderedLines | undefined): void {
    this.#sendingSince = plan.firstTime;
    const signals = { stopping: this.#stopping.signal, ending: this.#ending.signal };
    this.#shipment = new Shipment(plan, lines, this.#parts, signals);
    this.#sending = this.#shipment.send().then(() => {
      this.#sending = undefined;
      this.#shipment = undefined;
      this.#isHeldBack = false;
      this.#sendingSince = undefined;
      if (!this.#stopping.signal.aborted) this.#sendPlanned();
      this.#parts.wake();
    });
  }

  #giveUpOpen(): void {
    this.#cursor = this.#open.start;
    this.#open = this.#newBatch();
  }

  #newBatch(): OpenBatch {
    const { limits, output } = this.#parts.job;
    return new OpenBatch(this.#cursor, limits, output);
  }
}

function countsOf({ produced, filtered, sampledOut, records, missed }: OpenBatch): BatchCounts {
  return { produced, filtered, sampledOut, records, missed };
}
