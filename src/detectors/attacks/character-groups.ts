/** Groups of characters as bits, so that one mask tells which of them occur in a text. */
const groups = [
  "'",
  '"',
  '`',
  '(',
  ')',
  '<',
  '>',
  '=',
  ';',
  '|',
  '&',
  '$',
  '{}',
  '[]',
  '%',
  '\\',
  '#',
  '*',
  '/',
  '-',
  '+',
  ',',
  ':',
  ' \t\v\f',
  '\r\n',
  controls(),
  high(),
  '.',
  '@',
  '!',
  '0123456789',
  '?^~_',
] as const;

/** The mask of each byte; 0 for letters. */
export const characterMasks: Int32Array = new Int32Array(256);
for (const [bit, characters] of groups.entries()) {
  for (const character of characters) characterMasks[character.charCodeAt(0)] = 1 << bit;
}

export function maskOf(characters: string): number {
  let mask = 0;
  for (const character of characters) mask |= characterMasks[character.charCodeAt(0)] ?? 0;
  return mask;
}

/** All but the white space. */
function controls(): string {
  const codes = Array.from({ length: 32 }, (_, code) => code).filter(
    (code) => code < 9 || code > 13,
  );
  return String.fromCharCode(...codes, 0x7f);
}

function high(): string {
  return String.fromCharCode(...Array.from({ length: 128 }, (_, code) => 128 + code));
}
