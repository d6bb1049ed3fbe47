/** One entry per byte: 1 where the character may stand. Loops over heads look characters up here. */
function table(isAllowed: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (isAllowed(code) ? 1 : 0));
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]$/;

/** RFC 9110, section 5.6.2: methods and field names. */
export const isToken = table((code) => TOKEN.test(String.fromCharCode(code)));

/** Visible ASCII. Anything else in a target has to be encoded by whoever sends it. */
export const isTarget = table((code) => code > 0x20 && code < 0x7f);

/** RFC 9110, section 5.5: visible characters, bytes beyond ASCII, space and tab. */
export const isFieldValue = table((code) => code === 0x09 || (code >= 0x20 && code !== 0x7f));

const NOT_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const NOT_A_NAME = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;

/** Names that were found to be names, so that the usual ones are looked at once. */
const knownNames = new Set<string>();
const MAX_KNOWN_NAMES = 1_024;

/** Whether a whole text may be the name of a field. */
export function isNameText(text: string): boolean {
  if (knownNames.has(text)) return true;
  if (text === '' || NOT_A_NAME.test(text)) return false;
  // A copy: the text may be a part of a head, and would keep all of it in memory.
  if (knownNames.size < MAX_KNOWN_NAMES && text.length <= 64) {
    knownNames.add(Buffer.from(text, 'latin1').toString('latin1'));
  }
  return true;
}

/** Whether a whole byte string may be the value of a field. */
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
