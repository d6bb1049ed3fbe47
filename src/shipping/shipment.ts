import { newHexId } from '../kernel/hex-id.ts';
import { DestinationError } from '../outbound/destinations/destination-error.ts';
import { type BatchBody, batchBody } from './batch-body.ts';
import type { JobParts } from './job-parts.ts';
import type { OpenBatch } from './open-batch.ts';
import { type OrderedLines, sizeOf } from './ordered-lines.ts';
import type { PlannedBatch } from './planned-batch.ts';
import { halveBatch, isInSpool, remakeBatch } from './remake-batch.ts';
import { retryPause } from './retry-pause.ts';

/** During longer pauses the body is not kept in memory, but recreated from the spool. */
const KEPT_PAUSE_MS = 5_000;
const STORE_RETRY_MS = 1_000;

export interface SendSignals {
  /** Aborts when no further attempt may start. */
  readonly stopping: AbortSignal;
  /** Aborts the attempt in flight. */
  readonly ending: AbortSignal;
}

/** The delivery of a planned batch. */
export class Shipment {
  readonly #plan: PlannedBatch;
  readonly #parts: JobParts;
  readonly #signals: SendSignals;
  #lines: OrderedLines | undefined;
  #body: BatchBody | undefined;
  #attempts: number;
  #failures = 0;

  /** If `lines` is undefined, they are read from the spool. */
  constructor(
    plan: PlannedBatch,
    lines: OrderedLines | undefined,
    parts: JobParts,
    signals: SendSignals,
  ) {
    this.#plan = plan;
    this.#lines = lines;
    this.#parts = parts;
    this.#signals = signals;
    this.#attempts = plan.attempts;
  }

  /** Estimated memory of its lines until the body is created. */
  get size(): number {
    return this.#lines === undefined ? 0 : sizeOf(this.#plan.bytes, this.#plan.records);
  }

  /** Frees this memory: the lines are read again when the body is created. */
  relieve(): void {
    this.#lines = undefined;
  }

  /**
   * Retries until the destination has accepted the batch, or its lines were removed from the spool. Also resolves when it is stopped: then
   * the batch stays planned and is sent again later, with the same id.
   */
  async send(): Promise<void> {
    const { stopping, ending } = this.#signals;
    try {
      while (!stopping.aborted) {
        try {
          await this.#settle(await this.#attempt());
          return;
        } catch (error) {
          if (ending.aborted || error === stopping.reason) return;
          await this.#pauseAfter(error);
        }
      }
    } finally {
      this.#dropBody();
    }
  }

  /** Sends the batch once. The returned function stores the outcome in the ledger. */
  async #attempt(): Promise<() => void> {
    const { ledger, spool } = this.#parts;
    const plan = this.#plan;
    const isNew = this.#lines !== undefined && this.#failures === 0;
    if (!isNew && !isInSpool(plan, spool)) return () => ledger.drop(plan, this.#attempts);
    const destination = await this.#parts.destination();
    if (this.#exceedsLimits) return await this.#cut();
    const body = await this.#bodyFor(destination);
    if (!body) return () => ledger.drop(plan, this.#attempts);
    this.#attempts += 1;
    const { id, run, records, firstTime, lastTime } = plan;
    const { compressed, contentType, bytes } = body;
    try {
      await destination.send(
        { id, job: run.jobId, body: compressed, contentType, records, firstTime, lastTime },
        this.#signals.ending,
      );
    } catch (error) {
      const isTooLarge = error instanceof DestinationError && error.isTooLarge;
      if (!isTooLarge || records < 2) throw error;
      return await this.#cut();
    }
    const sent = { bytes, bytesSent: compressed.length, attempts: this.#attempts };
    return () => ledger.deliver(plan, sent);
  }

  /** The job may have got other limits, or another destination, after the batch was planned. */
  get #exceedsLimits(): boolean {
    const { limits } = this.#parts.job;
    const { records, bytes } = this.#plan;
    return records > 1 && (records > limits.records || bytes > limits.bytes);
  }

  /** Cuts the batch in two, which the run sends one after the other. */
  async #cut(): Promise<() => void> {
    const { ledger, spool, deps, programOf, changed } = this.#parts;
    const plan = this.#plan;
    const { program } = plan;
    this.#lines = undefined;
    this.#dropBody();
    const halves = await halveBatch(plan, programOf(program), spool, (batch) =>
      deps.openBatch(program.dataset, batch),
    );
    if (!halves) return () => ledger.drop(plan, this.#attempts);
    const { first, second, middle } = halves;
    const one = { ...partOf(plan, first), to: middle, completeTo: first.completeTo };
    const other = { ...partOf(plan, second), id: newHexId(), from: middle, attempts: 0 };
    return () => {
      ledger.cut(plan, { ...one, attempts: this.#attempts }, other);
      changed(other.id);
    };
  }

  /** Stores the outcome, with retries: a full disk must not cause a second delivery of the batch. */
  async #settle(store: () => void): Promise<void> {
    const { telemetry, clock } = this.#parts.deps;
    for (;;) {
      try {
        store();
        telemetry.stored();
        this.#parts.changed(this.#plan.id);
        return;
      } catch (error) {
        telemetry.notStored(error);
        await clock.sleep(STORE_RETRY_MS, this.#signals.ending);
      }
    }
  }

  async #pauseAfter(error: unknown): Promise<void> {
    this.#failures += 1;
    this.#parts.failed(error, this.#plan.id, this.#attempts);
    const { bodies, deps } = this.#parts;
    const pause = retryPause(error, this.#failures, deps.random);
    if (pause > KEPT_PAUSE_MS || bodies.isTight) {
      this.#lines = undefined;
      this.#dropBody();
    }
    await deps.clock.sleep(pause, this.#signals.stopping).catch(() => {});
  }

  async #bodyFor(
    destination: Awaited<ReturnType<JobParts['destination']>>,
  ): Promise<BatchBody | undefined> {
    const make = async () => {
      const lines = this.#lines ?? (await this.#remake());
      this.#lines = undefined;
      return lines && batchBody(this.#plan.id, lines, this.#plan.program.output, destination);
    };
    const isRetry = this.#attempts > 0 || this.#failures > 0;
    this.#body ??= await this.#parts.bodies.make(make, isRetry, this.#signals.stopping);
    return this.#body;
  }

  #dropBody(): void {
    if (this.#body) this.#parts.bodies.release(this.#body);
    this.#body = undefined;
  }

  async #remake(): Promise<OrderedLines | undefined> {
    const { ledger, spool, deps, programOf } = this.#parts;
    const plan = this.#plan;
    const { program } = plan;
    const made = await remakeBatch(plan, programOf(program), spool, (batch) =>
      deps.openBatch(program.dataset, batch),
    );
    if (!made) return undefined;
    if (made.records !== plan.records || made.produced !== plan.produced) {
      ledger.amend(plan, made);
    }
    return made.ordered();
  }
}

function partOf(plan: PlannedBatch, made: OpenBatch): PlannedBatch {
  const { produced, filtered, sampledOut, records, bytes } = made;
  const { times } = made.ordered();
  return {
    ...plan,
    ...{ produced, filtered, sampledOut, records, bytes, missed: 0 },
    firstTime: times[0] ?? plan.firstTime,
    lastTime: times.at(-1) ?? plan.lastTime,
  };
}
