import type { SpoolBatch, SpoolPosition } from '../bus/spool.ts';

/** How far a run has read the spool. */
export interface Place {
  readonly position: SpoolPosition;
  readonly cut: Cut | undefined;
}

/** A spool batch behind the position, whose first records were taken: a limit was reached within it. */
export interface Cut {
  readonly stream: string;
  readonly first: number;
  /** How many records were taken. */
  readonly records: number;
}

/** The place behind a whole spool batch. */
export function behind({ position, cut }: Place, { stream, last }: SpoolBatch): Place {
  return {
    position: { ...position, [stream]: last },
    cut: cut?.stream === stream ? undefined : cut,
  };
}

/** The place within a spool batch. */
export function within({ position }: Place, { stream, first }: SpoolBatch, records: number): Place {
  return { position, cut: { stream, first, records } };
}

/** How many records of the batch were taken; undefined if it was not reached yet. */
export function takenOf({ cut }: Place, { stream, first }: SpoolBatch): number | undefined {
  return cut?.stream === stream && cut.first === first ? cut.records : undefined;
}

/** Which records of a spool batch are between two places; undefined if none are. */
export function recordsBetween(
  from: Place,
  to: Place,
  batch: SpoolBatch,
): { readonly from: number; readonly to: number; readonly isFirstPart: boolean } | undefined {
  const start = takenOf(from, batch);
  const isWhole = batch.last <= numberOf(to.position, batch.stream);
  const end = isWhole ? Number.POSITIVE_INFINITY : takenOf(to, batch);
  if (end === undefined || batch.last <= numberOf(from.position, batch.stream)) return undefined;
  return { from: start ?? 0, to: end, isFirstPart: start === undefined };
}

/** Whether two positions are the same in these streams. Others are gone. */
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
