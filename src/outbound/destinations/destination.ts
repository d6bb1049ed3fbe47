import type { TextPart } from '../../kernel/text-part.ts';

/** A destination of batches of log lines. Each job has its own, which is open as long as the job runs. */
export interface Destination {
  /**
   * The body of a batch before compression, in pieces. Most kinds send the text unchanged; some have a format of their own (a bulk request,
   * a push message).
   */
  render(lines: BatchLines): Iterable<TextPart>;
  /** Resolves when the server has accepted the whole batch; rejects with a `DestinationError`. One attempt: the caller retries. */
  send(batch: DestinationBatch, signal: AbortSignal): Promise<void>;
  /** Writes a small file or message to check whether the destination is writable. */
  probe(signal: AbortSignal): Promise<void>;
  /** Writes the proof of ownership and returns the name of the written object. Only for kinds that need one. */
  writeChallenge?(token: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export interface BatchLines {
  /** The id of the batch. Some kinds derive an id for each record from it, so that a repeat is recognised. */
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
  /** The same at each attempt; part of object names and a header. Letters, digits, `-` and `_` only. */
  readonly id: string;
  /** The id of its job. Several jobs may write to the same folder. */
  readonly job: number;
  /** Compressed with gzip. */
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly records: number;
  /** Times of the first and the last line, in milliseconds since the epoch. */
  readonly firstTime: number;
  readonly lastTime: number;
}

/** The parsed `destination_conf`. */
export interface DestinationAddress {
  readonly kind: string;
  /** Whether a job needs a proof of ownership for it. */
  readonly needsChallenge: boolean;
  /** Scheme and address without options: two jobs with the same one share a destination. */
  readonly address: string;
  /** A hash of bucket and path without `{DATE}`. A proof of ownership is valid for it. */
  readonly fingerprint: string;
  /** `destination_conf` with secrets replaced, for users and logs. */
  readonly masked: string;
  /** The destination's own limit of a batch before compression. */
  readonly maxBytes: number;
  readonly form: BatchForm;
}

/**
 * The format of a batch. `text`: the text that the output options describe. `records`: single records, so that the prefix, suffix and
 * delimiter of the batch have no effect. `json_records`: the same, and each record must be a JSON object in one line.
 */
export type BatchForm = 'text' | 'records' | 'json_records';
