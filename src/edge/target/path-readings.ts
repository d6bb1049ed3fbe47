/**
 * Paths that servers read in different ways. Some decode a path before they look for its segments, some do not, or
 * decode nothing; some remove parameters (`/a;b/c`), before or after that, some keep them. Where the difference would
 * only be another name of a segment, rules judge each reading; where dots would lead elsewhere, or bytes end the path,
 * it is ambiguous.
 */

import { normalPath } from '../../kernel/normal-path.ts';
import { decodePercents } from '../../kernel/percent.ts';

/** Only a path with one of these can have several readings, after it was normalised. */
const SEVERAL = /[%;\\]|\/\//;
const SLASHES = /%2f|%5c|\\/gi;
const PARAMETERS = /;[^/]*/g;
const QUESTION_MARKS = /%3f/gi;

/** What is still encoded after decoding once: a dot, slash, backslash or NUL, also as IIS writes them. */
const ENCODED_AGAIN = /%(?:25)*(?:2e|2f|5c|00|u00(?:2e|2f|5c)|uff(?:0e|0f|3c))/i;
/** UTF-8 has one form for each character; lenient decoders accept longer ones for the dot, slash and backslash. */
const OVERLONG =
  /(?:\xc0|\xe0\x80|\xf0\x80{2}|\xf8\x80{3}|\xfc\x80{4})[\xae\xaf]|(?:\xc1|\xe0\x81|\xf0\x80\x81|\xf8\x80{2}\x81|\xfc\x80{3}\x81)\x9c/;
/** Decoded: a dot segment that was no segment of its own as written, or one with parameters. */
const HIDDEN_DOTS = /(?:^|[/\\])\.\.?(?:[/\\;]|$)/;
/** Decoders that go on until nothing is encoded any more. */
const MOST_ROUNDS = 4;

/** Whether servers read a normalised path in ways that lead to different resources. */
export function isAmbiguous(path: string): boolean {
  if (!SEVERAL.test(path)) return false;
  const bytes = decodePercents(path);
  return (
    bytes.includes('\0') ||
    HIDDEN_DOTS.test(bytes) ||
    HIDDEN_DOTS.test(decodePercents(bytes)) ||
    ENCODED_AGAIN.test(bytes) ||
    OVERLONG.test(bytes)
  );
}

/** The other ways in which servers read a path, normalised; empty for nearly all paths. */
export function otherReadings(path: string): readonly string[] {
  if (!SEVERAL.test(path)) return [];
  const bare = withoutParameters(path);
  const whole = [path, unfolded(path), decoded(path)];
  const readings = [...whole, ...whole.map(withoutParameters), unfolded(bare), decoded(bare)];
  if (isAmbiguous(path)) readings.push(decodedAgain(path));
  const normal = new Set(readings.map((each) => normalPath(each, 'cloudflare')));
  normal.delete(path);
  return [...normal];
}

const withoutParameters = (path: string): string => path.replace(PARAMETERS, '');

const unfolded = (path: string): string => path.replace(SLASHES, '/');

/** Bytes instead of escapes. A question mark stays encoded, or it would end the path of the target. */
const decoded = (path: string): string => decodePercents(path.replace(QUESTION_MARKS, '%253F'));

/** As the most lenient server reads an ambiguous path. */
function decodedAgain(path: string): string {
  let text = path;
  for (let round = 0; round < MOST_ROUNDS && text.includes('%'); round++) {
    text = decodePercents(text);
  }
  return withoutParameters(text.split('\0', 1)[0] ?? '').replace(/^(?!\/)/, '/');
}
