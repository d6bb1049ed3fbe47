/** A live view of the requests of a zone, for one client at a time. */
export interface LiveSession {
  /** A secret: clients that know it may listen. */
  readonly id: string;
  readonly zoneId: string;
  /** The token that created the session, which ends with it; undefined for the key of a user. */
  readonly tokenId: string | undefined;
  readonly fields: readonly string[];
  /** 10 means that 1 of 10 lines is shown. */
  readonly sample: number;
  /** JSON text; empty shows every line. */
  readonly filter: string;
  readonly createdAt: number;
  /** When the session last had a listener; initially the time of its creation. */
  readonly lastListenedAt: number;
}

export type LiveDocument = Pick<LiveSession, 'fields' | 'sample' | 'filter'>;

const LONGEST_MS = 60 * 60_000;
const IDLE_TIMEOUT_MS = 5 * 60_000;

/** When the session ends without further listeners. */
export function endOf({ createdAt, lastListenedAt }: LiveSession): number {
  return Math.min(createdAt + LONGEST_MS, lastListenedAt + IDLE_TIMEOUT_MS);
}

/** When the session ends even if it has a listener. */
export const lastEndOf = ({ createdAt }: LiveSession): number => createdAt + LONGEST_MS;
