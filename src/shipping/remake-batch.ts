import { setImmediate } from 'node:timers/promises';
import type { SpoolBatch, SpoolPosition, SpoolReader } from '../bus/spool.ts';
import type { LogBatch } from '../logs/log-batch.ts';
import type { LogProgram } from '../logs/log-program.ts';
import { OpenBatch } from './open-batch.ts';
import { numberOf, recordsBetween } from './place.ts';
import type { PlannedBatch } from './planned-batch.ts';

const READ_LIMITS = { batches: 8, bytes: 256 * 1024 };
const NO_LIMITS = { records: Infinity, bytes: Infinity, seconds: Infinity };

/** Whether all lines of a planned batch are still in the spool. */
export function isInSpool({ from, to }: PlannedBatch, spool: SpoolReader): boolean {
  const oldest = new Map(spool.streams().map((each) => [each.stream, each.oldest]));
  const isKept = (stream: string, number: number) => (oldest.get(stream) ?? Infinity) <= number;
  if (to.cut && !isKept(to.cut.stream, to.cut.first)) return false;
  return Object.entries(to.position).every(([stream, last]) => {
    const read = numberOf(from.position, stream);
    return read === last || isKept(stream, read + 1);
  });
}

/** Makes the lines of a planned batch again; undefined if some of them have left the spool. */
export async function remakeBatch(
  plan: PlannedBatch,
  program: LogProgram,
  spool: SpoolReader,
  openBatch: (batch: SpoolBatch) => LogBatch | undefined,
): Promise<OpenBatch | undefined> {
  if (!isInSpool(plan, spool)) return undefined;
  const made = new OpenBatch(plan.from, NO_LIMITS, plan.program.output);
  let position = plan.from.position;
  while (!isReached(position, plan)) {
    const batches = spool.read(position, READ_LIMITS);
    if (batches.length === 0) break;
    for (const batch of batches) {
      position = { ...position, [batch.stream]: batch.last };
      add(made, batch, plan, program, openBatch);
      await setImmediate();
    }
  }
  return made;
}

function isReached(position: SpoolPosition, { to }: PlannedBatch): boolean {
  const { cut } = to;
  if (cut && numberOf(position, cut.stream) < cut.first) return false;
  return Object.entries(to.position).every(([stream, last]) => numberOf(position, stream) >= last);
}

function add(
  made: OpenBatch,
  batch: SpoolBatch,
  { from, to }: PlannedBatch,
  program: LogProgram,
  openBatch: (batch: SpoolBatch) => LogBatch | undefined,
): void {
  const part = recordsBetween(from, to, batch);
  const lines = part && openBatch(batch);
  if (!lines) return;
  const result = program.run(lines);
  if (part.isFirstPart) {
    made.filtered += result.filtered;
    made.sampledOut += result.sampledOut;
  }
  made.fill(batch, result, part.from, part.to);
}
