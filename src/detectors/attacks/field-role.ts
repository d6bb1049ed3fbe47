import type { InspectedValue } from './inspected-request.ts';

/**
 * What a field is for, guessed from its name, length and shape. In free text and code a piece of a language must leave
 * its context or be dangerous by itself to count as an attack.
 */
export type FieldRole =
  | 'search'
  | 'prose'
  | 'markup'
  | 'code'
  | 'url'
  | 'file-name'
  | 'token'
  | 'plain';

const SEARCH =
  /^(?:q|s|k|kw|query|search|searchterm|search_query|keyword|keywords|term|terms|text)$/i;
const URL_NAME =
  /(?:^|[_.-])(?:url|uri|href|link|redirect|next|return|returnurl|callback|target|dest|src|referer|origin|feed|host|site)$/i;
const FILE_NAME =
  /(?:^|[_.-])(?:file|filename|path|dir|folder|page|template|include|doc|document|document_root|layout|lang|view)$/i;
/** The marks around blocks of code. */
const FENCES = [
  ['```', '```'],
  ['<pre', '</pre>'],
  ['<code', '</code>'],
  ['[code', '[/code]'],
] as const;
const STATEMENT =
  /^(?: {4}.*\S|[ \t]*(?:const|let|var|def|class|function|import|from|public|private|return|if|for|while|#include|package|use|using)\b.*|.*[;{}][ \t\r]*)$/gm;
/** A line of a stack trace: of Java and JavaScript, Python, PHP. */
const STACK_FRAME =
  /^[ \t]*(?:at [\w$.<>/ ]{1,200}\(|File "[^"\n]{1,200}", line \d|#\d{1,3} [^\s(]{1,200}\(\d{1,6}\): )/m;
/** Of the lines of a text; a single line does not make a text code. */
const STATEMENT_SHARE = 0.4;
const TAG =
  /<\/?(?:p|br|b|i|em|strong|ul|ol|li|div|span|h[1-6]|table|tr|td|img|a|blockquote|figure)\b[^<>]*>/gi;
const MIN_TAGS = 3;
const MIN_STATEMENTS = 3;
const MIN_WORDS = 6;
const LONG = 60;
const WORDS = /[A-Za-z\u00c0-\u00ff]{2,}[,.!?;:)'"]*\s/g;

/** Called only for values that a reader starts for. */
export function fieldRole({ name, isName }: InspectedValue, text: string): FieldRole {
  if (isName === true) return 'plain';
  const last = name
    .slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('[')) + 1)
    .replace(/\]$/, '');
  // Search boxes have one line; documents of editors have a `text` as well.
  if (SEARCH.test(last) && !text.includes('\n')) return 'search';
  if (text.length > LONG) {
    if (isCode(text.slice(0, SAMPLE))) return 'code';
    if (count(TAG, text) >= MIN_TAGS) return 'markup';
    if (count(WORDS, text) >= Math.max(MIN_WORDS, text.length / 12)) return 'prose';
  }
  if (URL_NAME.test(last)) return 'url';
  if (FILE_NAME.test(last)) return 'file-name';
  if (/^[\w+/=.-]{24,}$/.test(text)) return 'token';
  return 'plain';
}

function isCode(text: string): boolean {
  if (FENCES.some(([start, end]) => hasBlock(text, start, end))) return true;
  if (STACK_FRAME.test(text)) return true;
  const statements = count(STATEMENT, text);
  const lines = text.trim().split('\n').length;
  if (lines > 1 && statements === lines) return true;
  return statements >= MIN_STATEMENTS && statements >= STATEMENT_SHARE * lines;
}

function hasBlock(text: string, start: string, end: string): boolean {
  const from = text.indexOf(start);
  return from !== -1 && text.indexOf(end, from + start.length) !== -1;
}

/** Only the beginning decides, so that the cost is bounded. */
const SAMPLE = 4096;

function count(pattern: RegExp, text: string): number {
  return text.slice(0, SAMPLE).match(pattern)?.length ?? 0;
}
