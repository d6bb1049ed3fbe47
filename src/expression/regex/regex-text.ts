import { classEnd } from './regex-class.ts';

/**
 * A literal that every match of a pattern contains, found without parsing the pattern: only runs
 * of literal characters outside of groups and classes count, and any other construct ends the run.
 */
export interface RequiredText {
  /** Empty if none was found. */
  readonly text: string;
  /** The pattern is this text and nothing else, apart from the anchors. */
  readonly whole: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

const NOTHING: RequiredText = { text: '', whole: false, atStart: false, atEnd: false };
const PLAIN = /[A-Za-z0-9 _/\-,:;=<>@!"#%&'~`]/;
const ESCAPED_PLAIN = /[.+*?()|[\]{}^$\\/"#&~\-_=,:;<>@!%'` ]/;
const REPEATED = /[*?+{]/;

/** Analyses a pattern in RE2 syntax, as translatePattern returns it. */
export function requiredText(pattern: string): RequiredText {
  // Case folding and other flags change the meaning of literal characters; groups may contain alternatives.
  if (/\(\?[a-zA-Z]*[imsU-]/.test(pattern)) return NOTHING;
  const atStart = pattern.startsWith('^');
  const body = pattern.slice(atStart ? 1 : 0);
  const runs = plainRuns(body);
  if (runs === undefined) return NOTHING;
  const ended = runs.rest === '$';
  if (runs.texts.length === 1 && runs.only && (runs.rest === '' || ended)) {
    return { text: runs.texts[0] ?? '', whole: true, atStart, atEnd: ended };
  }
  const text = runs.texts.reduce((best, run) => (run.length > best.length ? run : best), '');
  return { ...NOTHING, text };
}

interface Runs {
  readonly texts: readonly string[];
  /** True if the text before `rest` is a single run. */
  readonly only: boolean;
  readonly rest: string;
}

function plainRuns(body: string): Runs | undefined {
  const texts = [''];
  let only = true;
  let at = 0;
  while (at < body.length) {
    if (only && body.slice(at) === '$') return { texts, only, rest: '$' };
    const token = tokenAt(body, at);
    if (token.kind === 'choice') return undefined;
    at += token.length;
    if (token.kind === 'plain' && !REPEATED.test(body.charAt(at))) {
      texts[texts.length - 1] += token.text;
      continue;
    }
    only = false;
    texts.push('');
  }
  return { texts, only, rest: '' };
}

type Token =
  | { readonly kind: 'plain'; readonly text: string; readonly length: number }
  | { readonly kind: 'other'; readonly length: number }
  | { readonly kind: 'choice' };

function tokenAt(body: string, at: number): Token {
  const character = body.charAt(at);
  if (PLAIN.test(character)) return { kind: 'plain', text: character, length: 1 };
  if (character === '|') return { kind: 'choice' };
  if (character === '{') return { kind: 'other', length: skipBraces(body, at) };
  if (character === '[') return { kind: 'other', length: classEnd(body, at) - at };
  if (character === '(') return { kind: 'other', length: skipGroup(body, at) };
  if (character !== '\\') return { kind: 'other', length: 1 };
  const escaped = body.charAt(at + 1);
  if (ESCAPED_PLAIN.test(escaped)) return { kind: 'plain', text: escaped, length: 2 };
  const hex = /^\\x(?:[0-9a-f]{2}|\{[^}]*\})/i.exec(body.slice(at, at + 12))?.[0];
  return { kind: 'other', length: hex?.length ?? 2 };
}

/** The digits of `{2,3}` are not literal text. */
function skipBraces(body: string, at: number): number {
  return /^\{[0-9,]*\}?/.exec(body.slice(at))?.[0].length ?? 1;
}

function skipGroup(body: string, at: number): number {
  let depth = 0;
  let here = at;
  while (here < body.length) {
    const character = body[here];
    if (character === '\\') here += 1;
    else if (character === '[') here = classEnd(body, here) - 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    here += 1;
    if (depth === 0) break;
  }
  return here - at;
}
