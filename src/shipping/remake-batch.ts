import { setImmediate } from 'node:timers/promises';
import type { SpoolBatch, SpoolPosition, SpoolReader } from '../bus/spool.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import type { LogBatch } from '../logs/log-batch.ts';
import type { LogProgram, ProgramResult } from '../logs/log-program.ts';
import { type Cursor, cursorAfter, cursorWithin, numberOf, recordsBetween } from './cursor.ts';
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
  for await (const batch of batchesOf(plan, spool)) {
    const part = recordsBetween(plan.from, plan.to, batch);
    const result = part && resultOf(batch, program, openBatch);
    if (!result) continue;
    if (part.isFirstPart) made.count(result);
    made.fill(batch, result, part.from, part.to);
  }
  // Lines may have been removed while the batch was recreated.
  return isInSpool(plan, spool) ? made : undefined;
}

/** A planned batch in two parts, each with its own cursors. */
export interface Halves {
  readonly first: OpenBatch;
  readonly second: OpenBatch;
  /** Where the first one ends and the second one begins. */
  readonly middle: Cursor;
}

/** Recreates a planned batch of several lines in two parts; undefined like `remakeBatch`. */
export async function halveBatch(
  plan: PlannedBatch,
  program: LogProgram,
  spool: SpoolReader,
  openBatch: (batch: SpoolBatch) => LogBatch | undefined,
): Promise<Halves | undefined> {
  if (!isInSpool(plan, spool)) return undefined;
  const { output } = plan.program;
  const limits = { ...NO_LIMITS, records: Math.floor(plan.records / 2) };
  const first = new OpenBatch(plan.from, limits, output);
  let second: OpenBatch | undefined;
  let cursor = plan.from;
  for await (const batch of batchesOf(plan, spool)) {
    const part = recordsBetween(plan.from, plan.to, batch);
    if (!part) continue;
    const result = resultOf(batch, program, openBatch);
    const end = Math.min(part.to, result?.records.length ?? 0);
    let at = part.from;
    if (result && !second) {
      first.begin(batch, 0, part.isFirstPart);
      if (part.isFirstPart) first.count(result);
      at += first.fill(batch, result, at, end);
    } else if (result && part.isFirstPart) second?.count(result);
    if (!second && first.isFull) {
      cursor = at < end ? cursorWithin(cursor, batch, at) : cursorThrough(cursor, batch, part.to);
      second = new OpenBatch(cursor, NO_LIMITS, output);
    }
    if (second) {
      if (result) second.fill(batch, result, at, end);
    } else cursor = cursorThrough(cursor, batch, part.to);
  }
  if (!second || !isInSpool(plan, spool)) return undefined;
  return { first, second, middle: second.start };
}

/** The cursor after some records of a batch, or after all of it. */
function cursorThrough(cursor: Cursor, batch: SpoolBatch, to: number): Cursor {
  return Number.isFinite(to) ? cursorWithin(cursor, batch, to) : cursorAfter(cursor, batch);
}

/** The spool batches of a planned batch, in order. Others may be among them. */
async function* batchesOf(plan: PlannedBatch, spool: SpoolReader): AsyncGenerator<SpoolBatch> {
  let { position } = plan.from;
  while (!isReached(position, plan)) {
    const batches = spool.read(position, READ_LIMITS);
    // The spool skips a stream while its file is locked.
    if (batches.length === 0) throw linesUnreadable();
    for (const batch of batches) {
      position = { ...position, [batch.stream]: batch.last };
      yield batch;
      await setImmediate();
    }
  }
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
