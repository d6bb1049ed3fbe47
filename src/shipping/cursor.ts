import type { SpoolBatch, SpoolPosition } from '../bus/spool.ts';

/** How far a run has read the spool. */
export interface Cursor {
  readonly position: SpoolPosition;
  /**
   * For each stream, the batch after the position of which only the first records were read, because a limit was reached within it. There
   * may be several, because a batch that was published earlier may be stored later than one of another stream.
   */
  readonly cuts: Readonly<Record<string, Cut>>;
}

export interface Cut {
  readonly first: number;
  /** How many records were read. */
  readonly records: number;
}

/** The cursor after a whole spool batch. */
export function cursorAfter({ position, cuts }: Cursor, { stream, last }: SpoolBatch): Cursor {
  const { [stream]: _, ...others } = cuts;
  return { position: { ...position, [stream]: last }, cuts: others };
}

/** The cursor within a spool batch. */
export function cursorWithin(
  cursor: Cursor,
  { stream, first }: SpoolBatch,
  records: number,
): Cursor {
  return { ...cursor, cuts: { ...cursor.cuts, [stream]: { first, records } } };
}

/** How many records of the batch were read; undefined if it was not reached yet. */
export function recordsRead({ cuts }: Cursor, { stream, first }: SpoolBatch): number | undefined {
  const cut = cuts[stream];
  return cut?.first === first ? cut.records : undefined;
}

/** Which records of a spool batch are between two cursors; undefined if none are. */
export function recordsBetween(
  from: Cursor,
  to: Cursor,
  batch: SpoolBatch,
): { readonly from: number; readonly to: number; readonly isFirstPart: boolean } | undefined {
  const start = recordsRead(from, batch);
  const isWhole = batch.last <= numberOf(to.position, batch.stream);
  const end = isWhole ? Number.POSITIVE_INFINITY : recordsRead(to, batch);
  if (end === undefined || batch.last <= numberOf(from.position, batch.stream)) return undefined;
  return { from: start ?? 0, to: end, isFirstPart: start === undefined };
}

/** Whether two positions are equal in these streams. Other streams no longer exist. */
export function isSamePosition(
  one: SpoolPosition,
  other: SpoolPosition,
  streams: readonly string[],
): boolean {
  return streams.every((stream) => numberOf(one, stream) === numberOf(other, stream));
}

/** The number of the last message that was read; the first one has the number 1. */
export function numberOf(position: SpoolPosition, stream: string): number {
  return position[stream] ?? 0;
}
