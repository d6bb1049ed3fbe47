/** A live view of the requests of a zone, which one client at a time listens to. */
export interface LiveSession {
  /** Whoever knows it may listen. */
  readonly id: string;
  readonly zoneId: string;
  readonly fields: readonly string[];
  /** One of so many lines is shown. */
  readonly sample: number;
  /** JSON text; empty shows every line. */
  readonly filter: string;
  readonly createdAt: number;
  /** When somebody listened last; at the beginning, when it was created. */
  readonly heardAt: number;
}

export type LiveDocument = Pick<LiveSession, 'fields' | 'sample' | 'filter'>;

const LONGEST_MS = 60 * 60_000;
const LONGEST_UNHEARD_MS = 5 * 60_000;

/** When the session ends if nobody listens from now on. */
export function endOf({ createdAt, heardAt }: LiveSession): number {
  return Math.min(createdAt + LONGEST_MS, heardAt + LONGEST_UNHEARD_MS);
}

/** When the session ends although somebody listens. */
export const lastEndOf = ({ createdAt }: LiveSession): number => createdAt + LONGEST_MS;
