/** A stream of the requests of a zone to one client. A zone may have several. */
export interface LiveStream {
  readonly zoneId: string;
  /** The token that opened the stream, which ends with it; undefined for the key of a user. */
  readonly tokenId: string | undefined;
  readonly fields: readonly string[];
  /** JSON text; empty shows every request. */
  readonly filter: string;
  readonly createdAt: number;
}

export type StreamDocument = Pick<LiveStream, 'fields' | 'filter'>;

/** How long the secret of a new stream is valid. It is used once. */
export const OPEN_MS = 60_000;
/** When a stream ends even if somebody still listens. */
export const LONGEST_MS = 60 * 60_000;
