import { type Fingerprinter, MAX_VALUE_BYTES } from '../../detectors/credentials/fingerprinter.ts';
import { Kind } from '../../detectors/credentials/store-format.ts';

/** The formats of the lines of a list. */
export const importFormats = ['pairs', 'passwords', 'sha1'] as const;
export type ImportFormat = (typeof importFormats)[number];

interface LineFormat {
  /** The kind of entry that a line becomes. */
  readonly kind: number;
  /** Parses a line, given as a part of a buffer without the line break. False if it does not have this format. */
  parse(prints: Fingerprinter, source: Buffer, from: number, to: number): boolean;
}

const COLON = 58;
const SEMICOLON = 59;
const TAB = 9;
const SHA1_DIGITS = 40;

/** The longest possible line: two values and a separator. */
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
 * The first `:`, `;` or tab ends the user name: user names and email addresses hardly ever contain these
 * characters, passwords do.
 */
function separatorIn(source: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = source[at];
    if (byte === COLON || byte === SEMICOLON || byte === TAB) return at;
  }
  return -1;
}

/** 40 digits, optionally followed by a colon and a count. */
function isSha1Line(source: Buffer, from: number, to: number): boolean {
  if (to - from === SHA1_DIGITS) return true;
  if (to - from < SHA1_DIGITS + 2 || source[from + SHA1_DIGITS] !== COLON) return false;
  for (let at = from + SHA1_DIGITS + 1; at < to; at++) {
    const byte = source[at] ?? 0;
    if (byte < 48 || byte > 57) return false;
  }
  return true;
}

/** Detects the format from the first bytes of a list; undefined if the list is empty. */
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
