/** The tokens of JSON in byte strings. Each function returns the position after the token, or -1. */

const NUMBER = /[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/iy;
/** Those of JSON, of Python, and those that lenient parsers accept. */
const CONSTANT = /(?:true|false|null|None|True|False|NaN|-?Infinity|undefined)\b/y;
const SPACE = /[ \t\r\n]*/y;
const BACKSLASH = 0x5c;
const SPACE_CODE = 0x20;

export function afterSpace(text: string, at: number): number {
  // Most tokens follow at once.
  if (text.charCodeAt(at) > SPACE_CODE) return at;
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** The end of a number or constant. */
export function afterScalar(text: string, at: number): number {
  for (const pattern of [NUMBER, CONSTANT]) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return pattern.lastIndex;
  }
  return -1;
}

export interface StringToken {
  /** Without quotes and escapes. */
  readonly text: string;
  readonly end: number;
  readonly isClosed: boolean;
}

/** The string that begins with the quote at a position. A text that was cut may end within it. */
export function stringAt(text: string, start: number): StringToken {
  const quote = text.charCodeAt(start);
  let hasEscapes = false;
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (code === BACKSLASH) {
      hasEscapes = true;
      at += 1;
    }
    at += 1;
  }
  const isClosed = at < text.length;
  const written = text.slice(start + 1, at);
  return {
    text: hasEscapes ? unescaped(written) : written,
    end: Math.min(at + 1, text.length),
    isClosed,
  };
}

const ESCAPE = /\\(?:u([\da-f]{4})(?:\\u(d[c-f][\da-f]{2}))?|([\s\S]))/gi;
const controls: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, unit?: string, low?: string, character?: string) => {
    if (unit === undefined) return controls[character ?? ''] ?? character ?? '';
    const first = Number.parseInt(unit, 16);
    if (low === undefined) return utf8(first);
    const second = Number.parseInt(low, 16);
    const isPair = first >= 0xd800 && first < 0xdc00;
    if (!isPair) return utf8(first) + utf8(second);
    return utf8(0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff));
  });

/** The bytes of a character. */
function utf8(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), tail(code));
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), tail(code >> 6), tail(code));
  return String.fromCharCode(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
}

const tail = (bits: number): number => 0x80 | (bits & 0x3f);
