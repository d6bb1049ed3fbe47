/**
 * Paths that servers read in different ways. Some decode `%2F` before they look for the segments of a path, some do
 * not; some remove parameters (`/a;b/c`), some keep them. Where the difference would only be another name of a
 * segment, rules judge each reading; where dots would lead elsewhere, or bytes end the path, it is ambiguous.
 */
import { decodePercents } from '../../kernel/percent.ts';
import { normalPath } from './normal-path.ts';

/** Only a path with one of these can have several readings, after it was normalised. */
const SEVERAL = /[%;\\]|\/\//;
const SLASHES = /%2f|%5c|\\/gi;
const PARAMETERS = /;[^/]*/g;

/** What is still encoded after decoding once: a dot, slash, backslash or NUL, also as IIS writes them. */
const ENCODED_AGAIN = /%(?:25)*(?:2e|2f|5c|00|u00(?:2e|2f|5c)|uff(?:0e|0f|3c))/i;
/** UTF-8 has one form for each character; lenient decoders accept longer ones for the dot, slash and backslash. */
const OVERLONG = /\xc0[\xae\xaf]|\xc1\x9c|\xe0\x80[\xae\xaf]|\xe0\x81\x9c/;
/** Decoded: a dot segment that was no segment of its own as written, or one with parameters. */
const HIDDEN_DOTS = /(?:^|[/\\])\.\.?(?:[/\\;]|$)/;
/** Decoders that go on until nothing is encoded any more. */
const MOST_ROUNDS = 4;

/** Whether servers read a normalised path in ways that lead to different places. */
export function isAmbiguous(path: string): boolean {
  if (!SEVERAL.test(path)) return false;
  const decoded = decodePercents(path);
  return (
    decoded.includes('\0') ||
    HIDDEN_DOTS.test(decoded) ||
    HIDDEN_DOTS.test(decodePercents(decoded)) ||
    ENCODED_AGAIN.test(decoded) ||
    OVERLONG.test(decoded)
  );
}

/** The other ways in which servers read a path, normalised; empty for nearly all paths. */
export function otherReadings(path: string): readonly string[] {
  if (!SEVERAL.test(path)) return [];
  const unfolded = path.replace(SLASHES, '/');
  const readings = [path, unfolded, withoutParameters(path), withoutParameters(unfolded)];
  if (isAmbiguous(path)) readings.push(decodedAgain(path));
  const normal = new Set(readings.map((each) => normalPath(each, 'cloudflare')));
  normal.delete(path);
  return [...normal];
}

const withoutParameters = (path: string): string => path.replace(PARAMETERS, '');

/** As the most lenient server reads an ambiguous path. */
function decodedAgain(path: string): string {
  let decoded = path;
  for (let round = 0; round < MOST_ROUNDS && decoded.includes('%'); round++) {
    decoded = decodePercents(decoded);
  }
  return withoutParameters(decoded.split('\0', 1)[0] ?? '').replace(/^(?!\/)/, '/');
}
