import { type BatchBody, batchBody } from './batch-body.ts';
import type { JobParts } from './job-parts.ts';
import type { OrderedLines } from './ordered-lines.ts';
import type { PlannedBatch } from './planned-batch.ts';
import { isInSpool, remakeBatch } from './remake-batch.ts';
import { retryPause } from './retry-pause.ts';

/** During a longer pause the body is not kept in memory, but made again from the spool. */
const KEPT_PAUSE_MS = 5_000;
const STORE_RETRY_MS = 1_000;

export interface SendSignals {
  /** No further attempt begins. */
  readonly stopping: AbortSignal;
  /** The attempt that is under way ends. */
  readonly ending: AbortSignal;
}

/**
 * Sends a planned batch until the destination has taken it, or its lines have left the spool. Resolves then, or when it has
 * to stop: the batch is still planned and will be sent again, under the same id. Without lines, they are read from the spool.
 */
export async function sendBatch(
  plan: PlannedBatch,
  lines: OrderedLines | undefined,
  parts: JobParts,
  signals: SendSignals,
): Promise<void> {
  const shipment = new Shipment(plan, lines, parts, signals);
  while (!signals.stopping.aborted) {
    try {
      await shipment.settle(await shipment.attempt());
      return;
    } catch (error) {
      if (signals.ending.aborted) return;
      await shipment.pauseAfter(error);
    }
  }
}

class Shipment {
  readonly #plan: PlannedBatch;
  readonly #parts: JobParts;
  readonly #signals: SendSignals;
  #lines: OrderedLines | undefined;
  #body: BatchBody | undefined;
  #attempts: number;
  #failures = 0;

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

  /** Sends the batch once. The result says what the ledger has to store. */
  async attempt(): Promise<() => void> {
    const { ledger, spool } = this.#parts;
    const plan = this.#plan;
    const isNew = this.#lines !== undefined && this.#failures === 0;
    if (!isNew && !isInSpool(plan, spool)) return () => ledger.drop(plan, this.#attempts);
    const destination = await this.#parts.destination();
    const body = await this.#bodyFor(destination);
    if (!body) return () => ledger.drop(plan, this.#attempts);
    this.#attempts += 1;
    const { id, records, firstTime, lastTime } = plan;
    const { compressed, contentType, bytes } = body;
    await destination.send(
      { id, body: compressed, contentType, records, firstTime, lastTime },
      this.#signals.ending,
    );
    const sent = { bytes, bytesSent: compressed.length, attempts: this.#attempts };
    return () => ledger.deliver(plan, sent);
  }

  /** Stores the outcome. A destination that has the batch must not get it again because the disk is full for a while. */
  async settle(store: () => void): Promise<void> {
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

  async pauseAfter(error: unknown): Promise<void> {
    this.#failures += 1;
    this.#parts.failed(error, this.#plan.id, this.#attempts);
    const { clock, random } = this.#parts.deps;
    const pause = retryPause(error, this.#failures, random);
    if (pause > KEPT_PAUSE_MS) {
      this.#lines = undefined;
      this.#body = undefined;
    }
    await clock.sleep(pause, this.#signals.stopping).catch(() => {});
  }

  async #bodyFor(
    destination: Awaited<ReturnType<JobParts['destination']>>,
  ): Promise<BatchBody | undefined> {
    this.#body ??= await this.#parts.inTurn(async () => {
      const lines = this.#lines ?? (await this.#remake());
      this.#lines = undefined;
      return lines && batchBody(this.#plan.id, lines, this.#plan.program.output, destination);
    });
    return this.#body;
  }

  async #remake(): Promise<OrderedLines | undefined> {
    const { ledger, spool, deps, programOf } = this.#parts;
    const plan = this.#plan;
    const { program } = plan;
    const made = await remakeBatch(plan, programOf(program), spool, (batch) =>
      deps.openBatch(program.dataset, batch),
    );
    if (!made) return undefined;
    const counts = { ...made, produced: made.produced, records: made.records.length };
    if (counts.records !== plan.records || counts.produced !== plan.produced) {
      ledger.amend(plan, counts);
    }
    return made.ordered();
  }
}
