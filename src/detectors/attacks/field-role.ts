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
const FENCE = /```|^ {4,}\S|<pre[\s>]|<code[\s>]/m;
const STATEMENT =
  /^\s*(?:(?:const|let|var|def|class|function|import|from|public|private|return|if|for|while|#include|package|use|using)\b.*|.*[;{}]\s*)$/gm;
const TAG =
  /<\/?(?:p|br|b|i|em|strong|ul|ol|li|div|span|h[1-6]|table|tr|td|img|a|blockquote|figure)\b[^>]*>/gi;
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
  if (SEARCH.test(last)) return 'search';
  if (text.length > LONG) {
    if (FENCE.test(text) || count(STATEMENT, text) >= MIN_STATEMENTS) return 'code';
    if (count(TAG, text) >= MIN_TAGS) return 'markup';
    if (count(WORDS, text) >= Math.max(MIN_WORDS, text.length / 12)) return 'prose';
  }
  if (URL_NAME.test(last)) return 'url';
  if (FILE_NAME.test(last)) return 'file-name';
  if (/^[\w+/=.-]{24,}$/.test(text)) return 'token';
  return 'plain';
}

/** Only the beginning decides, so that the cost is bounded. */
const SAMPLE = 4096;

function count(pattern: RegExp, text: string): number {
  return text.slice(0, SAMPLE).match(pattern)?.length ?? 0;
}
