import { HeaderList } from '../header-list.ts';
import { COLON, CR, isFieldValue, isToken, LF, SPACE, TAB } from './characters.ts';
import { commonNames, fieldName } from './field-names.ts';
import type { HeadBytes } from './head-bytes.ts';
import { WireError, type WireFault } from './wire-error.ts';

/**
 * Parses the field lines of a head or of trailers: the text from `from` to `to`, in which every line ends with CRLF. RFC 9112, section 5,
 * without its leniency: no space before the colon, no folded lines. More than `maxFields` are the fault `excess`.
 */
export function parseFieldLines(
  { text, bytes, start }: HeadBytes,
  from: number,
  to: number,
  maxFields: number,
  excess: WireFault = 'too-many-fields',
): HeaderList {
  const pairs: string[] = [];
  const names: string[] = [];
  const starts = [from];
  let isPlain = true;
  const end = start + to;
  // Offsets in `bytes`.
  for (let at = start + from; at < end; ) {
    if (names.length === maxFields) throw new WireError(excess);
    const colon = nameEnd(bytes, at, end);
    let valueAt = colon + 1;
    while (isBlank(bytes[valueAt])) valueAt += 1;
    let lineEnd = valueAt;
    while (lineEnd < end && isFieldValue[bytes[lineEnd] as number] === 1) lineEnd += 1;
    if (bytes[lineEnd] !== CR) throw new WireError('field-value');
    if (bytes[lineEnd + 1] !== LF) throw new WireError('line-end');
    // Parsers disagree on whether `chunked` with a trailing tab equals `chunked`.
    if (bytes[lineEnd - 1] === TAB) throw new WireError('field-value');
    let valueEnd = lineEnd;
    while (valueEnd > valueAt && isBlank(bytes[valueEnd - 1])) valueEnd -= 1;
    const { written, lower } =
      commonNames.find(bytes, at, colon) ?? fieldName(text.slice(at - start, colon - start));
    pairs.push(written, text.slice(valueAt - start, valueEnd - start));
    names.push(lower);
    // Exactly one space after the colon, and no other whitespace around the value.
    isPlain &&= valueAt === colon + 2 && bytes[colon + 1] === SPACE && valueEnd === lineEnd;
    at = lineEnd + 2;
    starts.push(at - start);
  }
  return new HeaderList(pairs, names, isPlain ? { text, starts } : undefined);
}

/** The offset of the colon after the name that starts at `from`. */
function nameEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isToken[bytes[at] as number] === 1) at += 1;
  const code = bytes[at];
  if (code === COLON && at > from) return at;
  throw new WireError(at === from && isBlank(code) ? 'folded-field' : 'field-name');
}

function isBlank(code: number | undefined): boolean {
  return code === SPACE || code === TAB;
}
