import type { SpoolBatch, SpoolPosition } from '../bus/spool.ts';

/** How far a run has read the spool. */
export interface Place {
  readonly position: SpoolPosition;
  /**
   * For each stream the batch behind the position whose first records were taken: a limit was reached within it. There may be
   * several, since a batch that was published earlier may be stored later than one of another stream.
   */
  readonly cuts: Readonly<Record<string, Cut>>;
}

export interface Cut {
  readonly first: number;
  /** How many records were taken. */
  readonly records: number;
}

/** The place behind a whole spool batch. */
export function behind({ position, cuts }: Place, { stream, last }: SpoolBatch): Place {
  const { [stream]: _, ...others } = cuts;
  return { position: { ...position, [stream]: last }, cuts: others };
}

/** The place within a spool batch. */
export function within(place: Place, { stream, first }: SpoolBatch, records: number): Place {
  return { ...place, cuts: { ...place.cuts, [stream]: { first, records } } };
}

/** How many records of the batch were taken; undefined if it was not reached yet. */
export function takenOf({ cuts }: Place, { stream, first }: SpoolBatch): number | undefined {
  const cut = cuts[stream];
  return cut?.first === first ? cut.records : undefined;
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
