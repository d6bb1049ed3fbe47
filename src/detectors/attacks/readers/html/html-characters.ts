/** White space between attributes. */
export const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);

/** Characters that lenient parsers skip, or that separate attributes in some of them. */
export const isControl = (code: number): boolean =>
  (code < 0x20 && !isSpace(code)) || code === 0x7f;

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** A letter, digit, hyphen, underscore, colon or dot. */
export const isNamePart = (code: number): boolean =>
  isLetter(code) || (code >= 0x2d && code <= 0x3a && code !== 0x2f) || code === 0x5f;
