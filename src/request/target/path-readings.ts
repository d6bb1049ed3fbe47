/**
 * Paths that servers read in different ways. Some decode a path before they split it into segments, some after, some
 * not at all; some remove parameters (`/a;b/c`), before or after decoding, some keep them. If the readings differ only
 * in the name of a segment, rules evaluate each reading. If dot segments would lead to another resource, or a NUL would
 * end the path, the path is ambiguous.
 */

import { normalPath } from '../../kernel/normal-path.ts';
import { decodePercents } from '../../kernel/percent.ts';

/** Only a normalised path that contains one of these can have several readings. */
const SEVERAL = /[%;\\]|\/\//;
const SLASHES = /%2f|%5c|\\/gi;
const PARAMETERS = /;[^/]*/g;
const QUESTION_MARKS = /%3f/gi;

/** Double encoding: a dot, slash, backslash or NUL that is still encoded after decoding once. */
const ENCODED_AGAIN = /%(?:25)*(?:2e|2f|5c|00)/i;
/** The same in the `%u` form of IIS. */
const ENCODED_WIDE = /%(?:25)*(?:u00(?:2e|2f|5c)|uff(?:0e|0f|3c))/i;
/** Overlong UTF-8 forms of the dot, slash and backslash, which lenient decoders accept. */
const OVERLONG =
  /(?:\xc0|\xe0\x80|\xf0\x80{2}|\xf8\x80{3}|\xfc\x80{4})[\xae\xaf]|(?:\xc1|\xe0\x81|\xf0\x80\x81|\xf8\x80{2}\x81|\xfc\x80{3}\x81)\x9c/;
/** In a decoded path: a dot segment that was not a segment of its own before decoding, or one with parameters. */
const HIDDEN_DOTS = /(?:^|[/\\])\.\.?(?:[/\\;]|$)/;
/** The maximum number of rounds for decoders that repeat until nothing is encoded. */
const MAX_ROUNDS = 4;

/** Whether servers read a normalised path in ways that lead to different resources. */
export function isAmbiguous(path: string): boolean {
  if (!SEVERAL.test(path)) return false;
  const bytes = decodePercents(path);
  const whole = fullyDecoded(path);
  return (
    whole.includes('\0') ||
    HIDDEN_DOTS.test(bytes) ||
    HIDDEN_DOTS.test(whole) ||
    // Parameters contain whole addresses, such as `/ad;from=https%253A%252F%252Fshop.test`. Their readings are evaluated instead.
    ENCODED_AGAIN.test(decodePercents(withoutParameters(path))) ||
    ENCODED_WIDE.test(bytes) ||
    OVERLONG.test(bytes)
  );
}

/** The other ways in which servers read a path, normalised; empty for nearly all paths. */
export function otherReadings(path: string): readonly string[] {
  if (!SEVERAL.test(path)) return [];
  const bare = withoutParameters(path);
  const whole = [path, withPlainSlashes(path), decoded(path)];
  const readings = [
    ...whole,
    ...whole.map(withoutParameters),
    withPlainSlashes(bare),
    decoded(bare),
  ];
  if (ENCODED_AGAIN.test(decodePercents(path)) || isAmbiguous(path)) {
    readings.push(decodedAgain(path), endAtNul(fullyDecoded(path)));
  }
  const normal = new Set(readings.map((each) => normalPath(each, 'cloudflare')));
  normal.delete(path);
  return [...normal];
}

const withoutParameters = (path: string): string => path.replace(PARAMETERS, '');

const withPlainSlashes = (path: string): string => path.replace(SLASHES, '/');

/** Decodes escapes. A question mark stays encoded, because it would end the path. */
const decoded = (path: string): string => decodePercents(path.replace(QUESTION_MARKS, '%253F'));

/** The path as the most lenient server reads it. */
const decodedAgain = (path: string): string => endAtNul(withoutParameters(fullyDecoded(path)));

/** Without any escapes, as by decoders that repeat until nothing is encoded. */
function fullyDecoded(path: string): string {
  let text = path;
  for (let round = 0; round < MAX_ROUNDS && text.includes('%'); round++) {
    text = decodePercents(text);
  }
  return text;
}

const endAtNul = (path: string): string => (path.split('\0', 1)[0] ?? '').replace(/^(?!\/)/, '/');
