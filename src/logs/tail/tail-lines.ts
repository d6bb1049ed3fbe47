import { setImmediate } from 'node:timers/promises';
import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type BatchSource, openLogBatch } from '../batches/open-log-batch.ts';
import type { LogBatch } from '../log-batch.ts';
import type { LogProgram } from '../log-program.ts';

const READ = { batches: 16, bytes: 1024 * 1024 };
const POLL_MS = 200;

type Position = Readonly<Record<string, number>>;

/** The used part of a spool and its batches. */
export interface TailSource {
  read(
    position: Position,
    limits: { readonly batches: number; readonly bytes: number; readonly before?: number },
  ): readonly TailBatch[];
}

interface TailBatch extends BatchSource {
  readonly last: number;
  readonly missed: number;
}

export interface TailOptions {
  readonly spool: TailSource;
  readonly dataset: Dataset;
  /** The cursor to begin at. */
  readonly from: Position;
  /** Ends at lines that were published at this time or later, instead of waiting for more. */
  readonly before?: number;
  readonly program: LogProgram;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The lines of one batch. */
export interface TailPart {
  readonly records: readonly string[];
  /** Lines of any scope that were removed from the spool unread, or could not be decoded. */
  readonly missed: number;
}

/** Yields the records of new lines in the spool until the signal aborts. A slow consumer delays the reads (backpressure). */
export async function* tailLines(options: TailOptions): AsyncGenerator<TailPart, void> {
  const { spool, dataset, before, program, clock, signal } = options;
  let position = options.from;
  while (!signal.aborted) {
    const batches = spool.read(position, { ...READ, ...(before !== undefined && { before }) });
    for (const batch of batches) {
      const lines = readable(dataset, batch);
      const records = lines ? program.run(lines).records : [];
      const missed = batch.missed + (lines ? 0 : batch.last - batch.first + 1);
      position = { ...position, [batch.stream]: batch.last };
      if (records.length > 0 || missed > 0) yield { records, missed };
      if (signal.aborted) return;
    }
    if (batches.length > 0) {
      // Yields to the event loop between long reads.
      await setImmediate();
      continue;
    }
    if (before !== undefined) return;
    await clock.sleep(POLL_MS, signal).catch(() => {});
  }
}

function readable(dataset: Dataset, batch: TailBatch): LogBatch | undefined {
  try {
    return openLogBatch(dataset, batch);
  } catch {
    return undefined; // damaged
  }
}
