import { HeaderList } from '../header-list.ts';
import { COLON, isFieldValue, isToken, SPACE, TAB } from './characters.ts';
import { fieldNameAt } from './field-names.ts';
import { WireError } from './wire-error.ts';

/**
 * Reads the field lines of a head or of trailers: `text` from `at` to `end`, in which every line ends with
 * CRLF. RFC 9112, section 5, without its concessions: no space before the colon, no folded lines.
 */
export function parseFieldLines(
  text: string,
  at: number,
  end: number,
  maxFields: number,
): HeaderList {
  const pairs: string[] = [];
  const names: string[] = [];
  const starts = [at];
  let isPlain = true;
  let from = at;
  while (from < end) {
    if (names.length === maxFields) throw new WireError('too-many-fields');
    const colon = nameEnd(text, from, end);
    let valueAt = colon + 1;
    let code = text.charCodeAt(valueAt);
    while (code === SPACE || code === TAB) code = text.charCodeAt(++valueAt);
    let valueEnd = valueAt;
    let lineEnd = valueAt;
    for (; lineEnd < end; code = text.charCodeAt(lineEnd)) {
      if (isFieldValue[code] !== 1) break;
      lineEnd += 1;
      if (code !== SPACE && code !== TAB) valueEnd = lineEnd;
    }
    if (text.charCodeAt(lineEnd) !== 0x0d) throw new WireError('field-value');
    if (text.charCodeAt(lineEnd + 1) !== 0x0a) throw new WireError('line-end');
    // Parsers disagree on whether `chunked` with a tab behind it is that word.
    if (text.charCodeAt(lineEnd - 1) === TAB) throw new WireError('field-value');
    const { written, lower } = fieldNameAt(text, from, colon);
    pairs.push(written, text.slice(valueAt, valueEnd));
    names.push(lower);
    // `name: value` with one space and no other.
    isPlain &&= valueAt === colon + 2 && text[colon + 1] === ' ' && valueEnd === lineEnd;
    from = lineEnd + 2;
    starts.push(from);
  }
  return new HeaderList(pairs, names, isPlain ? { text, starts } : undefined);
}

/** Where the name that begins at `from` ends: the place of its colon. */
function nameEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isToken[text.charCodeAt(at)] === 1) at += 1;
  const code = text.charCodeAt(at);
  if (code === COLON && at > from) return at;
  throw new WireError(
    at === from && (code === SPACE || code === TAB) ? 'folded-field' : 'field-name',
  );
}
