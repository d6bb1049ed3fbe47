/**
 * Reads a topic whose messages are kept for a time, whoever has read them. A reader changes nothing in the spool and has no name:
 * whoever reads keeps the position. A writer that cannot be read now is left out by `read` and reported; the other methods throw
 * if that is likely to pass, since a position without it would be wrong.
 */
export interface SpoolReader {
  /** What the spool holds now, by stream. */
  streams(): readonly SpoolStream[];
  /** The position from which `read` delivers what was published at this time or later. */
  positionAt(time: number): SpoolPosition;
  /** The position behind everything that is there now. */
  end(): SpoolPosition;
  /**
   * The batches behind a position, those published first first, until a limit is reached; at least one if there is any.
   * Streams that the position does not name are read from their oldest batch.
   */
  read(position: SpoolPosition, limits: SpoolReadLimits): readonly SpoolBatch[];
  close(): void;
}

/** Number of the last message that was read, by stream. */
export type SpoolPosition = Readonly<Record<string, number>>;

export interface SpoolReadLimits {
  readonly batches: number;
  /** Of stored bytes. */
  readonly bytes: number;
  /** Nothing that was published at this time or later. */
  readonly before?: number;
}

export interface SpoolStream {
  readonly stream: string;
  /** The name of the writer. */
  readonly source: string;
  /** Numbers of the oldest and the newest message; `newest < oldest` if there is none. */
  readonly oldest: number;
  readonly newest: number;
  /** When the oldest and the newest batch were published, in milliseconds since the epoch; 0 if there is none. */
  readonly oldestAt: number;
  readonly newestAt: number;
  readonly bytes: number;
}

export interface SpoolBatch {
  readonly stream: string;
  /** Numbers of its messages, inclusive. */
  readonly first: number;
  readonly last: number;
  readonly publishedAt: number;
  /**
   * Messages before `first` that the reader has not got and that are gone: it was behind, and they left the spool.
   */
  readonly missed: number;
  /** What was published, decoded when it is first called, and once however many jobs call it. Throws if it is damaged. */
  payload(): unknown;
}
