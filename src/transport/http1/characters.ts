/** One entry per byte: 1 if the character is allowed. */
function table(isAllowed: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (isAllowed(code) ? 1 : 0));
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]$/;

/** RFC 9110, section 5.6.2: methods and field names. */
export const isToken = table((code) => TOKEN.test(String.fromCharCode(code)));

/** Visible ASCII. Clients have to percent-encode everything else in a target. */
export const isTarget = table((code) => code > 0x20 && code < 0x7f);

/** RFC 9110, section 5.5: visible characters, bytes beyond ASCII, space and tab. */
export const isFieldValue = table((code) => code === 0x09 || (code >= 0x20 && code !== 0x7f));

const NOT_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const NOT_A_NAME = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;

/** Cache of valid names, so that common names are checked once. */
const knownNames = new Set<string>();
const MAX_KNOWN_NAMES = 1_024;

/** Whether a text is a valid field name. */
export function isNameText(text: string): boolean {
  if (knownNames.has(text)) return true;
  if (text === '' || NOT_A_NAME.test(text)) return false;
  // Stored as a copy: a substring would keep the whole head in memory.
  if (knownNames.size < MAX_KNOWN_NAMES && text.length <= 64) {
    knownNames.add(Buffer.from(text, 'latin1').toString('latin1'));
  }
  return true;
}

/** Whether a byte string is a valid field value. */
export function isValueText(text: string): boolean {
  return !NOT_A_VALUE.test(text);
}

export const CR = 0x0d;
export const LF = 0x0a;
export const SPACE = 0x20;
export const TAB = 0x09;
export const COLON = 0x3a;
export const ZERO = 0x30;

/** `HEX[code]` is the value of a hexadecimal digit, or 255. */
export const HEX = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? 255 : value;
});
