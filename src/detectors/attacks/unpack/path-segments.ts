import type { InnerText } from './inner-text.ts';

/** A segment that is no name: with blanks, quotes, brackets or operators in it. */
const TELLING = /[\s'"`(){}<>|&$*[\]^]|;./;
/** Segments of at most this number are read by themselves. */
const MAX_SEGMENTS = 64;

/** The segments of a decoded path that could be a piece of a language, as applications get them from their routes. */
export function unpackPath(text: string): readonly InnerText[] | undefined {
  if (!TELLING.test(text)) return undefined;
  const segments = text
    .split('/', MAX_SEGMENTS)
    .filter((segment) => TELLING.test(segment))
    .map((segment) => ({ name: '', text: segment }));
  return segments.length === 0 ? undefined : segments;
}
