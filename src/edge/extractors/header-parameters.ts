import { trimBlanks } from './trim-blanks.ts';

/** A name and a value, which may be quoted; a quote that is never closed ends with the header. */
const PARAMETER = /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S]?)*)(?:"|$)|([^;]*))/g;

export type Parameters = readonly (readonly [name: string, value: string])[];

/**
 * The parameters of a header such as `form-data; name="a"`: names in lower case, all of them in order,
 * also those given twice. What is no parameter is passed over. A value without quotes is given in
 * each way in which readers understand it.
 */
export function headerParameters(header: string): Parameters {
  const found: [string, string][] = [];
  for (const [, name = '', quoted, plain = ''] of header.matchAll(PARAMETER)) {
    const values = quoted === undefined ? plainValues(plain) : [unescapeQuoted(quoted)];
    for (const value of values) found.push([name.toLowerCase(), value]);
  }
  return found;
}

/** All of it, up to a blank or a comma, and without the single quotes that some take for quotes. */
function plainValues(text: string): Set<string> {
  const whole = trimBlanks(text);
  const first = /^[^\s,]*/.exec(whole)?.[0] ?? '';
  const inner = /^'([^']*)'/.exec(whole)?.[1];
  return new Set([whole, first, inner ?? whole]);
}

/** Other backslashes stay: browsers once sent whole Windows paths as file names. */
function unescapeQuoted(text: string): string {
  return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text;
}
