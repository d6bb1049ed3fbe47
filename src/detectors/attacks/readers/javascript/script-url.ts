/** Schemes whose addresses are code; browsers of the past knew the last ones. */
const SCHEMES: ReadonlySet<string> = new Set(['javascript', 'vbscript', 'livescript', 'mocha']);
/** Schemes that show what the rest of the address leads to. */
const WRAPPERS: ReadonlySet<string> = new Set(['feed', 'view-source', 'jar', 'pcap']);
const MAX_SCHEME = 96;

export interface UrlScheme {
  /** In lower case, without white space and control characters, which browsers skip. */
  readonly name: string;
  /** Position after the colon. */
  readonly end: number;
  /** Whether characters were skipped within the name. */
  readonly isDisguised: boolean;
}

/** The scheme of an address, as a lenient browser reads it. */
export function schemeOf(text: string, at = 0): UrlScheme | undefined {
  let name = '';
  let isDisguised = false;
  let isSkipping = false;
  for (let end = at; end < Math.min(text.length, at + MAX_SCHEME); end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x3a) {
      if (!WRAPPERS.has(name)) return name === '' ? undefined : { name, end: end + 1, isDisguised };
      name = '';
    } else if (code <= 0x20 || code === 0x7f) {
      isSkipping = name !== '';
    } else if (isSchemePart(code)) {
      isDisguised ||= isSkipping;
      name += String.fromCharCode(code | 0x20);
    } else return undefined;
  }
  return undefined;
}

/** The position of the code in a `javascript:` address and the like; -1 for other texts. */
export function scriptUrlCode(text: string, at = 0): number {
  const scheme = schemeOf(text, at);
  return scheme !== undefined && SCHEMES.has(scheme.name) ? scheme.end : -1;
}

/** Letters, digits, plus, hyphen and dot; setting bit 5 makes letters lower-case and keeps the others. */
function isSchemePart(code: number): boolean {
  const lower = code | 0x20;
  const isLetter = lower >= 0x61 && lower <= 0x7a;
  return (
    isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e
  );
}
