import type { TextPart } from '../kernel/text-part.ts';
import type { BatchRecords } from '../outbound/destinations/destination.ts';
import type { Records } from './records.ts';

/** Memory of a record in addition to its bytes: its offset and its time. */
const RECORD_OVERHEAD = 40;

/** Estimated memory of lines. If only a part of a spool batch is used, the rest is not counted. */
export function sizeOf(bytes: number, records: number): number {
  return records === 0 ? 0 : bytes + records * RECORD_OVERHEAD;
}

/** Some records of one spool batch. */
export interface Segment {
  readonly stream: string;
  /** The number of the first line of the spool batch. */
  readonly first: number;
  readonly records: Records;
  readonly times: Float64Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Lines ordered by time, then by stream and number. The order does not depend on how they were read: a recreated batch must equal the one
 * that the destination may already have.
 */
export class OrderedLines implements BatchRecords {
  readonly length: number;
  readonly times: Float64Array;
  readonly #segments: readonly Segment[];
  /** For each line, in order, its segment and its index in the segment. */
  readonly #segmentOf: Uint32Array;
  readonly #indexInSegment: Uint32Array;

  constructor(segments: readonly Segment[]) {
    this.#segments = [...segments].sort(
      (a, b) => compareTexts(a.stream, b.stream) || a.first - b.first || a.from - b.from,
    );
    const { times, segmentOf, indexInSegment } = linesOf(this.#segments);
    const order = Array.from(times.keys()).sort(
      (a, b) => (times[a] as number) - (times[b] as number),
    );
    this.length = order.length;
    this.times = new Float64Array(this.length);
    this.#segmentOf = new Uint32Array(this.length);
    this.#indexInSegment = new Uint32Array(this.length);
    for (let at = 0; at < order.length; at++) {
      const line = order[at] as number;
      this.times[at] = times[line] as number;
      this.#segmentOf[at] = segmentOf[line] as number;
      this.#indexInSegment[at] = indexInSegment[line] as number;
    }
  }

  texts(): string[] {
    return Array.from(this.#indexInSegment, (index, at) => this.#recordsOf(at).text(index));
  }

  /** Adjacent records in memory are one part, if there is no delimiter between them. */
  *parts(delimiter: string): Iterable<TextPart> {
    let bytes: Buffer | undefined;
    let start = 0;
    let end = 0;
    for (let at = 0; at < this.length; at++) {
      const records = this.#recordsOf(at);
      const index = this.#indexInSegment[at] as number;
      if (records.bytes !== bytes || records.start(index) !== end || delimiter !== '') {
        if (bytes) {
          yield { bytes, start, end };
          yield delimiter;
        }
        bytes = records.bytes;
        start = records.start(index);
      }
      end = records.end(index);
    }
    if (bytes) yield { bytes, start, end };
  }

  #recordsOf(at: number): Records {
    return (this.#segments[this.#segmentOf[at] as number] as Segment).records;
  }
}

/** All lines, segment by segment. */
function linesOf(segments: readonly Segment[]) {
  const count = segments.reduce((sum, { from, to }) => sum + to - from, 0);
  const times = new Float64Array(count);
  const segmentOf = new Uint32Array(count);
  const indexInSegment = new Uint32Array(count);
  let at = 0;
  for (const [n, segment] of segments.entries()) {
    for (let index = segment.from; index < segment.to; index++, at++) {
      times[at] = segment.times[index] as number;
      segmentOf[at] = n;
      indexInSegment[at] = index;
    }
  }
  return { times, segmentOf, indexInSegment };
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
