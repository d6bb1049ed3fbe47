/**
 * Removes spaces and tabs at both ends. `trim` would also remove the byte 0xA0, which is the last byte of letters such
 * as à in UTF-8. A regular expression would need quadratic time for long runs of spaces.
 */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';
