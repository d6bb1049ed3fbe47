import { trimBlanks } from './trim-blanks.ts';

/** A name and a value, which may be quoted. An unclosed quote extends to the end of the header. */
const PARAMETER = /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S]?)*)(?:"|$)|([^;]*))/g;

/** `written` is the value as sent, with its escapes. */
export type Parameters = readonly (readonly [name: string, value: string, written: string])[];

/**
 * The parameters of a header such as `form-data; name="a"`, in order and including duplicates, with names in lower
 * case. Other text is skipped. An unquoted value is returned once for each way in which servers read it.
 */
export function headerParameters(header: string): Parameters {
  const found: [string, string, string][] = [];
  for (const [, name = '', quoted, plain = ''] of header.matchAll(PARAMETER)) {
    const values = quoted === undefined ? plainValues(plain) : [unescapeQuoted(quoted)];
    for (const value of values) found.push([name.toLowerCase(), value, quoted ?? plain]);
  }
  return found;
}

const BLANK_AT_EQUALS = /^;[ \t]*[^\s;="]+(?:[ \t]+=|=[ \t])/;
/** Text after the closing quote of a value. busboy adds it to the value. */
const TEXT_AFTER_QUOTE = /[ \t]*[^\s;]/y;

/**
 * Whether servers read different parameters: an unquoted value contains quotes, which for some of them enclose the rest of
 * it, with semicolons; a quote is not closed, or text follows it; or there are blanks around an equals sign.
 */
export function isAmbiguousHeader(header: string): boolean {
  return header.matchAll(PARAMETER).some((match) => {
    const [text, , quoted, plain = ''] = match;
    const isOpen = quoted !== undefined && (quoted === '' ? !/""$/.test(text) : !/"$/.test(text));
    TEXT_AFTER_QUOTE.lastIndex = match.index + text.length;
    const hasTextAfter = quoted !== undefined && TEXT_AFTER_QUOTE.test(header);
    return isOpen || hasTextAfter || /["']/.test(plain) || BLANK_AT_EQUALS.test(text);
  });
}

/**
 * The readings of an unquoted value: the whole text, its part before a space or comma, and its part within single
 * quotes, which some servers strip.
 */
function plainValues(text: string): Set<string> {
  const whole = trimBlanks(text);
  const first = /^[^\s,]*/.exec(whole)?.[0] ?? '';
  const inner = /^'([^']*)'/.exec(whole)?.[1];
  return new Set([whole, first, inner ?? whole]);
}

/**
 * Removes the backslash of `\"` and `\\`. Other backslashes stay, because old browsers send whole Windows paths as file
 * names.
 */
function unescapeQuoted(text: string): string {
  return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text;
}
