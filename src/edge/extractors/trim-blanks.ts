/**
 * Without blanks and tabs at both ends. `trim` would also take the byte 0xA0, which ends letters such
 * as à; a pattern would look at long runs of blanks again and again.
 */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';
