/**
 * Reads a topic with a retention time. Readers do not change the spool and have no name: the caller stores the position. If a writer's file
 * cannot be read, `read` skips and reports it; the other methods throw if the error is likely to be temporary, because a position without
 * this writer would be wrong.
 */
export interface SpoolReader {
  /** The stored messages, by stream. */
  streams(): readonly SpoolStream[];
  /** The position from which `read` delivers the messages that were published at this time or later. */
  positionAt(time: number): SpoolPosition;
  /** The position after all stored messages. */
  end(): SpoolPosition;
  /**
   * The batches after a position, ordered by publishing time, until a limit is reached; at least one if there is any. Streams that the
   * position does not name are read from their oldest batch.
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
  /** Excludes batches that were published at this time or later. */
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
  /** Messages before `first` that were removed from the spool before the reader reached them. */
  readonly missed: number;
  /** The published value, decoded at the first call and then cached. Throws if it is damaged. */
  payload(): unknown;
}
