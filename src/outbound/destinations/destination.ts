import type { TextPart } from '../../kernel/text-part.ts';

/** Where batches of log lines go. One per job and open as long as the job runs. */
export interface Destination {
  /**
   * The body of a batch before compression, in pieces. Most kinds send the text as it is; some have a form of their own (a bulk request, a
   * push message).
   */
  render(lines: BatchLines): Iterable<TextPart>;
  /** Resolves when the other side has taken the whole batch; rejects with a `DestinationError`. One attempt: the caller retries. */
  send(batch: DestinationBatch, signal: AbortSignal): Promise<void>;
  /** Writes a small file or message, as the contract says, to see whether this destination can be written to. */
  probe(signal: AbortSignal): Promise<void>;
  /** Writes the proof of ownership; the result is its name there. Only for kinds that need one. */
  writeChallenge?(token: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export interface BatchLines {
  /** The id of the batch: some kinds give each record an id of its own from it, so that a repeat is recognised. */
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
  /** Stays the same however often the batch is sent; part of object names and a header. Letters, digits, `-` and `_` only. */
  readonly id: string;
  /** The id of its job: several may write to the same place. */
  readonly job: number;
  /** Compressed with gzip. */
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly records: number;
  /** Times of the first and the last line, in milliseconds since the epoch. */
  readonly firstTime: number;
  readonly lastTime: number;
}

/** What `destination_conf` says, without opening anything. */
export interface DestinationAddress {
  readonly kind: string;
  /** Whether a job needs a proof of ownership for it. */
  readonly needsChallenge: boolean;
  /** Scheme and address without options: two jobs with the same one share a destination. */
  readonly address: string;
  /** A hash of bucket and path without `{DATE}`: what a proof of ownership is about. */
  readonly fingerprint: string;
  /** The same text with secrets replaced, for people and logs. */
  readonly masked: string;
  /** The destination's own limit of a batch before compression. */
  readonly maxBytes: number;
  readonly form: BatchForm;
}

/**
 * What becomes of a batch. `text`: the text as the output options make it. `records`: every record for itself, so that what the
 * options put around and between records has no effect. `json_records`: the same, and a record must be a JSON object in one line.
 */
export type BatchForm = 'text' | 'records' | 'json_records';
