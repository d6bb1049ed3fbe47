import { decodePercents } from '../../../kernel/percent.ts';
import type { ValueEncoding } from '../inspected-request.ts';
import type { InnerText } from './inner-text.ts';

/** A segment that is no name: with blanks, quotes, brackets or operators in it. */
const TELLING = /[\s'"`(){}<>|&$*[\]^]|;./;
/** Segments of at most this number are read by themselves. */
const MAX_SEGMENTS = 64;

/**
 * The segments of a path that could be a piece of a language, as applications get them from their routes: an encoded
 * slash divides no segments.
 */
export function unpackPath(
  sent: string,
  encoding: ValueEncoding,
): readonly InnerText[] | undefined {
  const isEncoded = encoding !== 'none';
  const segments = sent
    .split('/', MAX_SEGMENTS)
    .filter((segment) => TELLING.test(isEncoded ? decodePercents(segment) : segment))
    .map((segment) => ({ name: '', text: segment, encoding }));
  return segments.length === 0 ? undefined : segments;
}
