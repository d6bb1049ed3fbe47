import type { RuleReport } from '../describe-findings.ts';

/** How the bytes of a body are to be read. */
export interface BodyType {
  readonly contentType: string;
  /** Value of `Content-Encoding`. */
  readonly encoding?: string | undefined;
}

/** A body to be looked through, in the pieces in which it came. */
export interface ScanJob extends BodyType {
  readonly chunks: readonly Uint8Array[];
  readonly length: number;
}

/** A body as a thread sees it. */
export interface ScanBody extends BodyType {
  readonly bytes: Uint8Array;
}

/**
 * Several bodies on their way to a thread, as one piece of memory that is moved and not copied. The
 * rest is numbers: objects would cost the thread that sends them as much as the bytes.
 */
export interface ScanBatch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: readonly number[];
  /** Of each body the place of its type. */
  readonly typeOf: readonly number[];
  readonly types: readonly BodyType[];
}

/** What a thread says of a batch: nothing about bodies in which it found nothing. */
export type ScanAnswers = readonly (
  | { readonly body: number; readonly reports: readonly RuleReport[] }
  | { readonly body: number; readonly problem: string }
)[];

/** With its memory, for the next batch. */
export interface AnsweredBatch {
  readonly answers: ScanAnswers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Most batches fit: memory that is used again costs less than new one. */
const USUAL_BYTES = 256 * 1024;

/** `spare`: of a batch before. */
export function packJobs(
  jobs: readonly ScanJob[],
  spare: Uint8Array<ArrayBuffer> | undefined,
): ScanBatch {
  const needed = jobs.reduce((sum, { length }) => sum + length, 0);
  const bytes =
    spare && spare.length >= needed ? spare : new Uint8Array(Math.max(needed, USUAL_BYTES));
  const types: BodyType[] = [];
  let at = 0;
  for (const { chunks } of jobs) {
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
  }
  return {
    bytes,
    lengths: jobs.map(({ length }) => length),
    typeOf: jobs.map((job) => placeOf(job, types)),
    types,
  };
}

function placeOf({ contentType, encoding }: BodyType, types: BodyType[]): number {
  const place = types.findIndex(
    (type) => type.contentType === contentType && type.encoding === encoding,
  );
  return place === -1 ? types.push({ contentType, encoding }) - 1 : place;
}

export function unpackJobs({ bytes, lengths, typeOf, types }: ScanBatch): ScanBody[] {
  let at = 0;
  return lengths.map((length, body) => {
    at += length;
    const type = types[typeOf[body] ?? 0] ?? { contentType: '' };
    return { ...type, bytes: bytes.subarray(at - length, at) };
  });
}
