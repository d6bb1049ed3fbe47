/** What a piece of code does, as bits. */
export const effects = {
  /** Calls any function. */
  call: 1 << 0,
  /** Assigns to anything. */
  assign: 1 << 1,
  /** Shows a dialog, as attackers do to see whether their code runs. */
  dialog: 1 << 2,
  /** Asks for a confirmation and returns the answer, as pages do before they delete something. */
  asks: 1 << 3,
  /** Prints the page; pages offer this themselves. */
  print: 1 << 4,
  /** Runs text as code, or loads code. */
  evaluate: 1 << 5,
  /** Sends a request. */
  send: 1 << 6,
  /** Reads cookies, storage or the origin. */
  session: 1 << 7,
  /** Goes to another address. */
  navigate: 1 << 8,
  /** Goes to a `javascript:` address. */
  scriptUrl: 1 << 9,
  /** Changes the markup of the page. */
  markup: 1 << 10,
  /** Names a function or member of interest in a roundabout way. */
  computed: 1 << 11,
  /** Calls a member of the global object under a name that is not known. */
  dynamic: 1 << 12,
  /** Reaches `Function` or a prototype over `constructor`. */
  chain: 1 << 13,
  /** Builds a text from codes or base64. */
  decode: 1 << 14,
  /** Calls with a template literal instead of parentheses. */
  tagged: 1 << 15,
  /** Passes or assigns a function of interest without calling it. */
  reference: 1 << 16,
  throw: 1 << 17,
  /** Assigns an event handler. */
  handler: 1 << 18,
} as const;

/** Has no place in code that pages contain for their own purposes, if it is short. */
export const STRONG: number =
  effects.dialog |
  effects.evaluate |
  effects.send |
  effects.session |
  effects.scriptUrl |
  effects.computed |
  effects.chain |
  effects.decode |
  effects.tagged |
  effects.reference;

/** Makes a piece of text code that does something. */
export const CODE: number =
  STRONG | effects.call | effects.assign | effects.markup | effects.navigate | effects.throw;
