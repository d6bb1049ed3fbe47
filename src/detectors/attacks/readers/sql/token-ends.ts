/** Where tokens end. Each function looks at every character once. */

const wordBytes = new Uint8Array(256);
/** Bytes above ASCII belong to words: they are letters in some encoding. */
wordBytes.fill(1, 0x80);
for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$') {
  wordBytes[character.charCodeAt(0)] = 1;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

export const isWordByte = (byte: number): boolean => wordBytes[byte] === 1;

export function endOfWord(text: string, start: number): number {
  let end = start;
  while (wordBytes[text.charCodeAt(end)] === 1) end += 1;
  return end;
}

/** `at` if there is no number: digits, fraction, exponent, or digits of another base (0x1f, 0b01). */
export function endOfNumber(text: string, at: number): number {
  let end = at;
  const base = text.charCodeAt(at + 1) | 0x20;
  if (text.charAt(at) === '0' && (base === 0x78 || base === 0x62)) {
    end = at + 2;
    while (isHexDigit(text.charCodeAt(end))) end += 1;
    return end > at + 2 ? end : at + 1;
  }
  while (isDigit(text.charCodeAt(end))) end += 1;
  if (text.charAt(end) === '.' && (end > at || isDigit(text.charCodeAt(end + 1)))) {
    end += 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
  }
  return end === at ? at : endOfExponent(text, end);
}

function endOfExponent(text: string, at: number): number {
  if ((text.charCodeAt(at) | 0x20) !== 0x65) return at;
  const sign = text.charAt(at + 1);
  let end = sign === '+' || sign === '-' ? at + 2 : at + 1;
  const digits = end;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end > digits ? end : at;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}

/** After the closing quote, or -1. A doubled quote and a character after a backslash belong to the string. */
export function endOfString(text: string, start: number, quote: string): number {
  const code = quote.charCodeAt(0);
  for (let at = start; at < text.length; at += 1) {
    const byte = text.charCodeAt(at);
    if (byte === 0x5c) at += 1;
    else if (byte === code) {
      if (text.charCodeAt(at + 1) !== code) return at + 1;
      at += 1;
    }
  }
  return -1;
}

const DOLLAR_TAG = /^\$[A-Za-z_]{0,32}\$/;

/** PostgreSQL: `$tag$ … $tag$`. -1 if it is not closed, 0 if no such string begins. */
export function endOfDollarString(text: string, at: number): number {
  const [tag] = DOLLAR_TAG.exec(text.slice(at, at + 34)) ?? [];
  if (tag === undefined) return 0;
  const closed = text.indexOf(tag, at + tag.length);
  return closed === -1 ? -1 : closed + tag.length;
}
