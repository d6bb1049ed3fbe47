const SPACE = 1;
const NAME_START = 2;
const DIGIT = 4;

/**
 * The class of each byte. Bytes above 0x7f separate tokens: they belong to letters or white space outside of ASCII, and no
 * function of interest has one in its name.
 */
const classes = new Uint8Array(256);
for (let code = 0; code < 256; code += 1) {
  if (code <= 0x20 || code >= 0x7f) classes[code] = SPACE;
  else if (/[A-Za-z_$]/.test(String.fromCharCode(code))) classes[code] = NAME_START;
  else if (code >= 0x30 && code <= 0x39) classes[code] = DIGIT;
}

export const isSpace = (code: number): boolean => classes[code] === SPACE;
export const isNameStart = (code: number): boolean => classes[code] === NAME_START;
export const isDigit = (code: number): boolean => classes[code] === DIGIT;
export const isNamePart = (code: number): boolean =>
  ((classes[code] as number) & (NAME_START | DIGIT)) !== 0;
export const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;
