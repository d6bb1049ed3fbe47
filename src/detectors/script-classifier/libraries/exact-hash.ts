import { createHash } from 'node:crypto';

/** After these a line break ends the statement; before these it ends the one before. */
const RESTRICTED = /^(?:return|break|continue|yield|async)$/;
const POSTFIX = /^(?:\+\+|--)$/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * A hash of the tokens of a script: comments and white space do not count, names and literals do. Scripts with the same hash
 * do the same, so line breaks that end a statement count as well. `tokens` has the start and the end of each.
 */
export function exactHash(source: string, tokens: readonly number[]): string {
  let text = '';
  let before = '';
  for (let at = 0; at < tokens.length; at += 2) {
    const start = tokens[at] ?? 0;
    const token = source.slice(start, tokens[at + 1]);
    const isBreak =
      (RESTRICTED.test(before) || POSTFIX.test(token)) &&
      LINE_BREAK.test(source.slice(tokens[at - 1] ?? 0, start));
    text += (isBreak ? '\n' : ' ') + token;
    before = token;
  }
  return createHash('sha256').update(text).digest('base64url');
}
