/** The topic on which the edge publishes observations on pages, merged over a few seconds. */
export const PAGE_OBSERVATIONS_TOPIC = 'page-observations';

/** Longer URLs are not stored. */
export const LONGEST_URL = 2_048;
/** The maximum number of pages that are stored per item, in addition to the first one. */
export const MAX_PAGES = 10;
/** The maximum number of visitors that an observation names. */
export const MAX_VISITORS = 8;

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
  /** The page on which it was last seen, without query and fragment. */
  readonly pageUrl: string;
  /** The page on which it was first seen in the period of this observation, if that is another page. */
  readonly firstPageUrl?: string;
  /** The pages before `pageUrl`, the newest first; together with it at most `MAX_PAGES`. */
  readonly earlierPageUrls?: readonly string[];
  /**
   * The first visitors who reported it in the period of this observation, each as a token of 17 characters: the IP
   * version, a digest of the network, a digest of the visitor.
   */
  readonly visitors: readonly string[];
  /** How often it was reported in the period of this observation; 0 if the observation only adds pages. */
  readonly count: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

export interface ResourceObservation extends Seen {
  readonly kind: 'script' | 'connection';
  /** Without fragment. Of a connection only the origin, unless the zone keeps paths of connections. */
  readonly url: string;
}

/** A cookie by its name; values are never reported. */
export interface CookieObservation extends Seen {
  readonly kind: 'cookie';
  readonly name: string;
  /** The attributes with which the origin set the cookie; missing if it was set by a script. */
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

/** The hash of a script that browsers received: SHA-256 in lower-case hexadecimal digits. */
export interface HashObservation extends Seen {
  readonly kind: 'script-hash';
  readonly url: string;
  readonly hash: string;
}

/** A script or connection whose URL is too long to be stored; here it is truncated. */
export interface LongUrlObservation extends Seen {
  readonly kind: 'long-url';
  readonly resource: 'script' | 'connection';
  readonly url: string;
}
