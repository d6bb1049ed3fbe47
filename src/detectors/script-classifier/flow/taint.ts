/** What a value may hold. Bits, so that a value can hold several. */
export const taint = {
  field: 1 << 0,
  /** Elements of every field of the page or of a form; their values with `field`. */
  allFields: 1 << 1,
  /** Name of a field for card data. With one of the fields it makes card data. */
  cardName: 1 << 2,
  passwordName: 1 << 3,
  key: 1 << 4,
  cookie: 1 << 5,
  /** All cookies as they are; lost when something is picked out. */
  wholeCookie: 1 << 6,
  storage: 1 << 7,
  wholeStorage: 1 << 8,
  /** Everything that the browser has stored, item by item. */
  storageDump: 1 << 13,
  /** All cookies, encoded: nothing can be picked out any more. */
  cookieDump: 1 << 14,
  clipboard: 1 << 9,
  /** Came from the network. */
  remote: 1 << 10,
  /** Came out of a decoder such as `atob`. */
  decoded: 1 << 11,
  /** Went through `btoa` or the like. */
  encoded: 1 << 12,
} as const;

/** Is passed on only where a value is used as it is, at most with text around it. */
export const wholeOnly = taint.wholeCookie | taint.wholeStorage;

/** Is passed on only where text is made of text: it says where text came from, not what is in an object. */
export const textOnly = taint.decoded | taint.remote;

export const anyField = taint.field | taint.key;

/** Where these go is of interest. */
export const sensitiveData =
  anyField |
  taint.cookie |
  taint.storage |
  taint.storageDump |
  taint.cookieDump |
  taint.clipboard |
  taint.wholeCookie |
  taint.wholeStorage;
