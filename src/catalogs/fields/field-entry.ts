/** One field of the expression language. Its extractor is in the edge. */
export type FieldTypeText =
  | 'String'
  | 'Int'
  | 'IP'
  | 'Bool'
  | 'Array<String>'
  | 'Array<Int>'
  | 'Array<Array<String>>'
  | 'Map<Int>'
  | 'Map<Array<Int>>'
  | 'Map<Array<String>>';

export interface FieldEntry {
  readonly name: string;
  readonly type: FieldTypeText;
  /** Whether the value is known for requests, for responses, or for both. */
  readonly side: 'request' | 'response' | 'both';
  readonly description: string;
  /** The phases that may use it; if absent, all phases of its side. */
  readonly phases?: readonly string[];
  /** Set if this is an older name of another field. */
  readonly aliasOf?: string;
  /** The value is a host name. */
  readonly hostname?: boolean;
  /** The value is a whole URL. */
  readonly url?: boolean;
  /** It has no value in any request, because Palisade has no data for it. */
  readonly isUnfilled?: boolean;
  /** It has a value only if an MMDB file with this group of members is configured. */
  readonly geoip?: GeoipGroup;
}

/** Groups of members in MMDB files: the country, the city and its region, or the network. */
export type GeoipGroup = 'country' | 'city' | 'network';

/** A field of the language that has no value in any request. */
export function unfilled<const Entry extends FieldEntry>(entry: Entry) {
  return { ...entry, isUnfilled: true } as const;
}

/** A field that MMDB files fill. */
export function located<const Entry extends FieldEntry>(geoip: GeoipGroup, entry: Entry) {
  return { ...entry, geoip } as const;
}

/** A field of requests and responses. The name keeps its literal type, so that extractors can be type-checked. */
export function both<const Name extends string, const Type extends FieldTypeText>(
  name: Name,
  type: Type,
  description: string,
) {
  return { name, type, side: 'both', description } as const;
}

/** A field of request phases only. */
export function request<const Name extends string, const Type extends FieldTypeText>(
  name: Name,
  type: Type,
  description: string,
) {
  return { name, type, side: 'request', description } as const;
}
