export interface OrderedLines {
  readonly records: readonly string[];
  readonly times: readonly number[];
}

/** What a record takes in memory besides its text: its place in a list, its time, the header of the text. */
const RECORD_OVERHEAD = 40;

/** An estimate of the memory that lines take. */
export function sizeOf(bytes: number, records: number): number {
  return records === 0 ? 0 : bytes + records * RECORD_OVERHEAD;
}

/** Lines of one spool batch, from a place in a list of records up to the next segment. */
export interface Segment {
  readonly stream: string;
  readonly first: number;
  readonly at: number;
}

/**
 * Orders lines by their time. Lines of the same time are ordered by stream and number, not as they were read: a batch that is
 * made again must not differ from what the destination may have already.
 */
export function orderLines(
  records: readonly string[],
  times: readonly number[],
  segments: readonly Segment[],
): OrderedLines {
  const order = placesBySegment(records.length, segments).sort(
    (a, b) => (times[a] as number) - (times[b] as number),
  );
  return {
    records: order.map((at) => records[at] as string),
    times: order.map((at) => times[at] as number),
  };
}

function placesBySegment(count: number, segments: readonly Segment[]): number[] {
  const ranges = segments.map((segment, n) => ({
    ...segment,
    end: segments[n + 1]?.at ?? count,
  }));
  ranges.sort((a, b) => compareTexts(a.stream, b.stream) || a.first - b.first || a.at - b.at);
  const places: number[] = [];
  for (const { at, end } of ranges) for (let place = at; place < end; place++) places.push(place);
  return places;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
