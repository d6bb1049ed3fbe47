/**
 * Replaces what hides characters from patterns but not from readers: JSON and JavaScript escapes, character references
 * of HTML, full-width digits and letters, and characters without width.
 */
import type { Finding } from './finding.ts';

const hidden =
  /\\u00([2-7][0-9a-fA-F])|\\x([2-7][0-9a-fA-F])|\\u(200[b-dB-D]|2060|[fF][eE][fF][fF]|[fF][fF][0-5][0-9a-fA-F])|&#(?:0{0,5}([0-9]{2,3})|[xX]0{0,4}([2-7][0-9a-fA-F]));|[\u200b-\u200d\u2060\ufeff]|[\uff01-\uff5e]/g;

/** Full-width characters are in the order of ASCII. */
const FULL_WIDTH = 0xfee0;

export interface PlainText {
  readonly text: string;
  /** The same finding in the text as it was. */
  inOriginal(finding: Finding): Finding;
}

/** Most text contains nothing of this, and is returned as it is. */
export function plainText(original: string): PlainText {
  if (!mayHide(original)) return unchanged(original);
  const parts: string[] = [];
  /** Where replacements end, in the plain and in the original text. */
  const plainEnds: number[] = [0];
  const originalEnds: number[] = [0];
  let length = 0;
  let from = 0;
  for (const match of original.matchAll(hidden)) {
    const character = plainCharacter(match);
    if (character === undefined) continue;
    const end = match.index + match[0].length;
    parts.push(original.slice(from, match.index), character);
    length += match.index - from + character.length;
    from = end;
    plainEnds.push(length);
    originalEnds.push(end);
  }
  if (parts.length === 0) return unchanged(original);
  parts.push(original.slice(from));

  function toOriginal(offset: number): number {
    let [low, high] = [0, plainEnds.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((plainEnds[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return (originalEnds[low] ?? 0) + offset - (plainEnds[low] ?? 0);
  }
  return {
    text: parts.join(''),
    inOriginal({ offset, length: size }) {
      const start = toOriginal(offset);
      return { offset: start, length: toOriginal(offset + size) - start };
    },
  };
}

const unchanged = (text: string): PlainText => ({ text, inOriginal: (finding) => finding });

/** Searches of fixed text cost a fraction of the pattern. */
function mayHide(text: string): boolean {
  return (
    text.includes('\\u') ||
    text.includes('&#') ||
    text.includes('\\x') ||
    (hasWideCharacters(text) && /[\u200b-\u200d\u2060\ufeff\uff01-\uff5e]/.test(text))
  );
}

/** UTF-8 then has more bytes than the text has units. Faster than a pattern. */
const hasWideCharacters = (text: string): boolean => Buffer.byteLength(text) > text.length;

/** Empty for characters without width; undefined if the match is no visible character. */
function plainCharacter(match: RegExpExecArray): string | undefined {
  const [whole, json, short, wide, decimal, hex] = match;
  const ascii = json ?? short ?? hex;
  if (ascii !== undefined) return visible(Number.parseInt(ascii, 16));
  if (decimal !== undefined) return visible(Number(decimal));
  return ofCode(wide === undefined ? whole.charCodeAt(0) : Number.parseInt(wide, 16));
}

const visible = (code: number): string | undefined =>
  code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;

function ofCode(code: number): string | undefined {
  if (code < 0xff01 || code === 0xfeff) return '';
  return visible(code - FULL_WIDTH);
}
