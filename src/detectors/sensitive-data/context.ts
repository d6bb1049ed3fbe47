import type { Context } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';

/** Whether one of the context words is close enough before or after the candidate. */
export function hasContext(
  text: string,
  start: number,
  end: number,
  { words, within }: Context,
): boolean {
  const before = plain(text.slice(wholeWordStart(text, start - within, start), start));
  const after = plain(text.slice(end, wholeWordEnd(text, end, end + within)));
  return words.some((it) => {
    const word = bounded(it);
    return before.includes(word) || after.includes(word);
  });
}

/** Whether a name contains one of the words: the header of a column, or the key of a value. */
export function namesContext(name: string, { words }: Context): boolean {
  const text = plain(name);
  return words.some((word) => text.includes(bounded(word)));
}

/** Turns `accountNumber`, `ACCOUNT_NO` and `account no.:` into lower-case words between spaces; diacritics stay with their letters. */
function plain(text: string): string {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return ` ${words.toLowerCase()} `;
}

/** Words of scripts without spaces are searched for anywhere. */
function bounded(word: string): string {
  return /[\u0250-\uffff]/.test(word) ? word : ` ${word} `;
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** Skips a word that the edge of the window truncates: "sport" at the edge may be the end of "passport". */
function wholeWordStart(text: string, edge: number, end: number): number {
  let start = Math.max(0, edge);
  while (start < end && isLetter(text[start - 1]) && isLetter(text[start])) start += 1;
  return start;
}

function wholeWordEnd(text: string, start: number, edge: number): number {
  let end = Math.min(text.length, edge);
  while (end > start && isLetter(text[end - 1]) && isLetter(text[end])) end -= 1;
  return end;
}
