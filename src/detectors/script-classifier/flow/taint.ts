/** Kinds of data that a value may contain, as bits. */
export const taint = {
  field: 1 << 0,
  /** All fields of the page or of a form; together with `field` their values. */
  allFields: 1 << 1,
  /** The name of a card field; together with `field` card data. */
  cardName: 1 << 2,
  passwordName: 1 << 3,
  key: 1 << 4,
  cookie: 1 << 5,
  /** All cookies unchanged; removed when a part is picked out. */
  wholeCookie: 1 << 6,
  storage: 1 << 7,
  wholeStorage: 1 << 8,
  /** All items of the storage, one by one or encoded. */
  storageDump: 1 << 13,
  /** All cookies, encoded: a part of the encoded string still comes from all of them. */
  cookieDump: 1 << 14,
  clipboard: 1 << 9,
  /** Came from the network. */
  remote: 1 << 10,
  /** Came out of a decoder such as `atob`. */
  decoded: 1 << 11,
  /** Went through `btoa`. */
  encoded: 1 << 12,
} as const;

/** Bits that propagate only if a value is used unchanged, at most with text around it. */
export const wholeOnly = taint.wholeCookie | taint.wholeStorage;

/** Bits that propagate only from string to string: they describe the origin of a string, not its content. */
export const textOnly = taint.decoded | taint.remote;

export const anyField = taint.field | taint.key;

/** What says which fields are read; the values of the fields are in other bits. */
export const fieldNames = taint.allFields | taint.cardName | taint.passwordName;

/** Data that is worth stealing. */
export const sensitiveData =
  anyField |
  taint.cookie |
  taint.storage |
  taint.storageDump |
  taint.cookieDump |
  taint.clipboard |
  taint.wholeCookie |
  taint.wholeStorage;
