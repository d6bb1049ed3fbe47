/** The topic on which the edge reports what was seen on pages, merged over a few seconds. */
export const PAGE_OBSERVATIONS_TOPIC = 'page-observations';

/** Longer addresses are not kept. */
export const LONGEST_URL = 2_048;
/** Pages that are remembered of a thing, besides the first one. */
export const MOST_PAGES = 10;

/** Times are milliseconds since the epoch. */
export type PageObservation =
  | ResourceObservation
  | CookieObservation
  | HashObservation
  | LongUrlObservation;

interface Seen {
  readonly zoneId: string;
  readonly accountId: string;
  /** The host of the zone on which it was seen, in lower case. */
  readonly host: string;
  /** The page on which it was seen last, without query and fragment. */
  readonly pageUrl: string;
  /** The page on which it was seen first in the time that this covers, if that is another. */
  readonly firstPageUrl?: string;
  /** The pages before the last one, the newest first; with it at most `MOST_PAGES`. */
  readonly earlierPageUrls?: readonly string[];
  /** How often it was reported in the time that this covers; 0 when only further pages are told. */
  readonly count: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

export interface ResourceObservation extends Seen {
  readonly kind: 'script' | 'connection';
  /** Without fragment; of connections only the origin, unless the zone keeps their paths. */
  readonly url: string;
}

/** A cookie by its name; values are never reported. */
export interface CookieObservation extends Seen {
  readonly kind: 'cookie';
  readonly name: string;
  /** Of a cookie that the origin has set: what it said about it. */
  readonly attributes?: CookieAttributes;
}

export interface CookieAttributes {
  readonly domain?: string;
  readonly path?: string;
  readonly expiresAt?: number;
  readonly maxAge?: number;
  readonly sameSite?: 'lax' | 'strict' | 'none';
  readonly secure: boolean;
  readonly httpOnly: boolean;
}

/** The hash of a script as browsers have received it: SHA-256 in lower-case hexadecimal digits. */
export interface HashObservation extends Seen {
  readonly kind: 'script-hash';
  readonly url: string;
  readonly hash: string;
}

/** A script or connection whose URL is too long to be kept; here it is cut. */
export interface LongUrlObservation extends Seen {
  readonly kind: 'long-url';
  readonly resource: 'script' | 'connection';
  readonly url: string;
}
