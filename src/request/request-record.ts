import type { TokenClaim } from '../catalogs/fields/token-fields.ts';
import type { GeoLocation } from '../contracts/geo-location.ts';
import type { AttackReport } from '../detectors/attacks/inspect-request.ts';

/**
 * A request as extractors see it: plain data, so that live requests, files and tests can provide it. All text is byte
 * strings (one character per byte), like header values in Node.
 */
export interface RequestRecord {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** Path and query after the changes of rules; `rawTarget` is as sent, if that differs. */
  readonly target: string;
  readonly rawTarget?: string;
  readonly version: string;
  /** The host as sent, if it differs from the one in `headers`. */
  readonly rawHost?: string;
  /** In the order and case as sent; the host in the normalised spelling that origins get. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body in one of its readings, which are the ways in which servers read it. */
  readonly body: string;
  /** Whether the parts of a form are decoded as their headers declare. */
  readonly decodesParts?: boolean;
  /** Whether names of arguments, cookies and fields of forms are those that the most lenient servers read. */
  readonly readsLeniently?: boolean;
  /** The body without its content encoding, the same in all readings. Equal to `body` if absent. */
  readonly decodedBody?: string;
  /** Whether the body cannot be decoded as `Content-Encoding` declares. */
  readonly bodyIsDamaged?: boolean;
  readonly bodyIsTruncated?: boolean;
  /** Length of the whole body as sent, in bytes; the length of `body` if absent. */
  readonly bodySize?: number | undefined;
  readonly clientAddress: string;
  /** Undefined for requests that did not come over a connection. */
  readonly serverAddress?: string | undefined;
  readonly serverPort: number;
  /** Undefined if the address comes from a header of a proxy. */
  readonly clientPort?: number | undefined;
  /** Undefined without MMDB files. */
  readonly geoLocation?: GeoLocation | undefined;
  readonly tls?: { readonly protocol: string; readonly cipher: string } | undefined;
  readonly ray?: string | undefined;
  /** The same in all phases of a request. */
  readonly randomSeed?: string | undefined;
  /** Of all readings of the request together. */
  readonly attacks?: AttackReport | undefined;
  readonly zone?: { readonly name: string; readonly plan: string } | undefined;
  /** Undefined in zones without token configurations. */
  readonly tokens?: TokenClaimSource | undefined;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** After the changes of rules; `rawResponse` is as the origin sent it, if that differs. */
  readonly response?: ResponseRecord | undefined;
  readonly rawResponse?: ResponseRecord | undefined;
  /** Whole milliseconds until the response arrived: time in the edge and time at the origin. */
  readonly edgeMs?: number;
  readonly originMs?: number;
}

export interface TokenClaimSource {
  /** Values of a claim of valid tokens, by token configuration. */
  claims(name: TokenClaim): ReadonlyMap<string, readonly (string | number)[]>;
}

export interface ResponseRecord {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}
