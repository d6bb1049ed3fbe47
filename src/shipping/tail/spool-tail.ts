import type { SpoolBatch, SpoolPosition, SpoolReader } from '../../bus/spool.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { LogBatch } from '../../logs/log-batch.ts';
import type { LogProgram } from '../../logs/log-program.ts';

const READ = { batches: 32, bytes: 4 * 1024 * 1024 };
const LOOK_MS = 200;

export interface SpoolTailOptions {
  readonly spool: SpoolReader;
  /** Where to begin. */
  readonly from: SpoolPosition;
  /** Nothing that was published at this time or later: the tail ends there instead of waiting for more. */
  readonly before?: number;
  /** Undefined if a batch cannot be read. */
  readonly open: (batch: SpoolBatch) => LogBatch | undefined;
  readonly program: LogProgram;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The lines of one look at the spool. */
export interface TailPart {
  readonly records: readonly string[];
  /** Lines of any scope that left the spool before they were read, or could not be read. */
  readonly missed: number;
}

/** What a program makes of the lines in the spool, as they come, until the signal aborts. Whoever reads slowly gets them later. */
export async function* tailSpool(options: SpoolTailOptions): AsyncGenerator<TailPart, void> {
  const { spool, before, open, program, clock, signal } = options;
  let position = options.from;
  while (!signal.aborted) {
    const batches = spool.read(position, { ...READ, ...(before !== undefined && { before }) });
    for (const batch of batches) {
      const lines = readable(batch, open);
      const records = lines ? program.run(lines).records : [];
      const missed = batch.missed + (lines ? 0 : batch.last - batch.first + 1);
      position = { ...position, [batch.stream]: batch.last };
      if (records.length > 0 || missed > 0) yield { records, missed };
      if (signal.aborted) return;
    }
    if (batches.length > 0) continue;
    if (before !== undefined) return;
    await clock.sleep(LOOK_MS, signal).catch(() => {});
  }
}

function readable(batch: SpoolBatch, open: SpoolTailOptions['open']): LogBatch | undefined {
  try {
    return open(batch);
  } catch {
    return undefined; // damaged
  }
}
