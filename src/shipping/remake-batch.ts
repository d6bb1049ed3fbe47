import { setImmediate } from 'node:timers/promises';
import type { SpoolBatch, SpoolPosition, SpoolReader } from '../bus/spool.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import type { LogBatch } from '../logs/log-batch.ts';
import type { LogProgram, ProgramResult } from '../logs/log-program.ts';
import { numberOf, recordsBetween } from './cursor.ts';
import { OpenBatch } from './open-batch.ts';
import type { PlannedBatch } from './planned-batch.ts';

const READ_LIMITS = { batches: 8, bytes: 256 * 1024 };
const NO_LIMITS = { records: Infinity, bytes: Infinity, seconds: Infinity };

/** Whether all lines of a planned batch are still in the spool. */
export function isInSpool(plan: PlannedBatch, spool: SpoolReader): boolean {
  const oldest = new Map(spool.streams().map((each) => [each.stream, each.oldest]));
  const isKept = (stream: string, number: number) => (oldest.get(stream) ?? Infinity) <= number;
  const { from, to } = plan;
  if (!cutsOf(plan).every(({ stream, first }) => isKept(stream, first))) return false;
  return Object.entries(to.position).every(([stream, last]) => {
    const read = numberOf(from.position, stream);
    return read === last || isKept(stream, read + 1);
  });
}

/** Recreates the lines of a planned batch; undefined if some of them were removed from the spool. Throws if they cannot be read now. */
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
    // The spool skips a stream while its file is locked.
    if (batches.length === 0) throw linesUnreadable();
    for (const batch of batches) {
      position = { ...position, [batch.stream]: batch.last };
      add(made, batch, plan, program, openBatch);
      await setImmediate();
    }
  }
  // Lines may have been removed while the batch was recreated.
  return isInSpool(plan, spool) ? made : undefined;
}

/** The spool batches of which only some records are in the planned batch. */
function cutsOf({ from, to }: PlannedBatch) {
  return Object.entries(to.cuts)
    .map(([stream, cut]) => ({ stream, ...cut }))
    .filter(({ stream, first, records }) => {
      const before = from.cuts[stream];
      return before?.first !== first || before.records !== records;
    });
}

function isReached(position: SpoolPosition, plan: PlannedBatch): boolean {
  const isBehind = (stream: string, number: number) => numberOf(position, stream) >= number;
  if (!cutsOf(plan).every(({ stream, first }) => isBehind(stream, first))) return false;
  return Object.entries(plan.to.position).every(([stream, last]) => isBehind(stream, last));
}

function add(
  made: OpenBatch,
  batch: SpoolBatch,
  { from, to }: PlannedBatch,
  program: LogProgram,
  openBatch: (batch: SpoolBatch) => LogBatch | undefined,
): void {
  const part = recordsBetween(from, to, batch);
  const result = part && resultOf(batch, program, openBatch);
  if (!result) return;
  if (part.isFirstPart) made.count(result);
  made.fill(batch, result, part.from, part.to);
}

/** Undefined if the batch is damaged: then it was not in the planned batch either. */
function resultOf(
  batch: SpoolBatch,
  program: LogProgram,
  openBatch: (batch: SpoolBatch) => LogBatch | undefined,
): ProgramResult | undefined {
  try {
    const lines = openBatch(batch);
    return lines && program.run(lines);
  } catch {
    return undefined;
  }
}

function linesUnreadable(): PalisadeError {
  return new PalisadeError('lines_unreadable', 'the lines of a batch cannot be read now');
}
