import type { TextPart } from '../../kernel/text-part.ts';

/** The target of a job's batches. One per job, open while the job runs. */
export interface Destination {
  /**
   * The body of a batch before compression, in pieces. Most kinds send the text unchanged; some have a format of their own (a bulk request,
   * a push message).
   */
  render(lines: BatchLines): Iterable<TextPart>;
  /**
   * Resolves when the destination has accepted the whole batch; rejects with a `DestinationError`. Makes one attempt: the caller retries.
   */
  send(batch: DestinationBatch, signal: AbortSignal): Promise<void>;
  /** Writes a small file or message to check whether this destination can be written to. */
  probe(signal: AbortSignal): Promise<void>;
  /** Writes the proof of ownership; returns its name at the destination. Only for kinds that need one. */
  writeChallenge?(token: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export interface BatchLines {
  /** Some kinds derive an id for each record from it, so that the destination deduplicates retries. */
  readonly batchId: string;
  readonly records: BatchRecords;
  /** The time of each record, in milliseconds since the epoch. */
  readonly times: ArrayLike<number>;
  readonly prefix: string;
  readonly delimiter: string;
  readonly suffix: string;
}

export interface BatchRecords {
  texts(): readonly string[];
  /** All records, with the delimiter between them. */
  parts(delimiter: string): Iterable<TextPart>;
}

export interface DestinationBatch {
  /** The same for all attempts; used in object names and a header. Letters, digits, `-` and `_` only. */
  readonly id: string;
  /** The id of its job: several jobs may have the same destination. */
  readonly job: number;
  /** Compressed with gzip. */
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly records: number;
  /** Times of the first and the last line, in milliseconds since the epoch. */
  readonly firstTime: number;
  readonly lastTime: number;
}

/** A parsed `destination_conf`. */
export interface DestinationAddress {
  readonly kind: string;
  /** Whether a job needs a proof of ownership for it. */
  readonly needsChallenge: boolean;
  /** Scheme and address without options: two jobs with the same one share a destination. */
  readonly address: string;
  /** A hash of bucket and path without `{DATE}`: the scope of a proof of ownership. */
  readonly fingerprint: string;
  /** The same text with secrets replaced, for people and logs. */
  readonly masked: string;
  /** The destination's own limit of a batch before compression. */
  readonly maxBytes: number;
  readonly form: BatchForm;
}

/**
 * The form in which a batch is sent. `text`: as the output options define it. `records`: every record by itself, so that the prefix, suffix
 * and delimiter options have no effect. `json_records`: the same, and a record must be a JSON object in one line.
 */
export type BatchForm = 'text' | 'records' | 'json_records';
