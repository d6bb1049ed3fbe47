import { type Fingerprinter, MAX_VALUE_BYTES } from '../../detectors/credentials/fingerprinter.ts';
import { Kind } from '../../detectors/credentials/store-format.ts';

/** How the lines of a list are spelt. */
export const importFormats = ['pairs', 'passwords', 'sha1'] as const;
export type ImportFormat = (typeof importFormats)[number];

interface LineFormat {
  /** What its lines become. */
  readonly kind: number;
  /** False when the line, a part of the buffer without its end, is not of this format. */
  parse(prints: Fingerprinter, source: Buffer, from: number, to: number): boolean;
}

const COLON = 58;
const SEMICOLON = 59;
const TAB = 9;
const SHA1_DIGITS = 40;

/** The longest line that can be good: two values and a separator. */
export const MAX_LINE_BYTES = 2 * MAX_VALUE_BYTES + 1;

export const lineFormats: Readonly<Record<ImportFormat, LineFormat>> = {
  pairs: {
    kind: Kind.pairs,
    parse: (prints, source, from, to) => {
      const middle = separatorIn(source, from, to);
      return middle !== -1 && prints.pairIn(source, from, middle, to);
    },
  },
  passwords: {
    kind: Kind.passwords,
    parse: (prints, source, from, to) => prints.passwordIn(source, from, to),
  },
  sha1: {
    kind: Kind.passwords,
    parse: (prints, source, from, to) =>
      isSha1Line(source, from, to) && prints.sha1In(source, from),
  },
};

/**
 * The first of `:`, `;` and tab ends the user name: passwords hold them all, user names and email
 * addresses hardly ever.
 */
function separatorIn(source: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = source[at];
    if (byte === COLON || byte === SEMICOLON || byte === TAB) return at;
  }
  return -1;
}

/** 40 digits, then nothing, or a colon and how often it was seen. */
function isSha1Line(source: Buffer, from: number, to: number): boolean {
  if (to - from === SHA1_DIGITS) return true;
  if (to - from < SHA1_DIGITS + 2 || source[from + SHA1_DIGITS] !== COLON) return false;
  for (let at = from + SHA1_DIGITS + 1; at < to; at++) {
    const byte = source[at] ?? 0;
    if (byte < 48 || byte > 57) return false;
  }
  return true;
}

/** Tells the format from the beginning of a list; undefined when there is no line in it. */
export function detectFormat(sample: Buffer): ImportFormat | undefined {
  const lines = sample
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  const share = (pattern: RegExp) =>
    lines.filter((line) => pattern.test(line)).length / lines.length;
  if (share(/^[0-9a-f]{40}(?::\d+)?$/i) > 0.9) return 'sha1';
  return share(/^[^:;\t]+[:;\t]./) > 0.6 ? 'pairs' : 'passwords';
}
