import { isDeeperThan } from './json-depth.ts';
import { jsonValue } from './json-value.ts';

/** Deeper JSON is refused before it is parsed, because parsers recurse. No valid input is nested this deep. */
const MAX_DEPTH = 64;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** `JSON.parse` for external input: returns the problem instead of throwing. */
export function parseJson(text: string): ParsedJson {
  if (isDeeperThan(text, MAX_DEPTH)) {
    return { ok: false, problem: `nested deeper than ${MAX_DEPTH} levels` };
  }
  try {
    return { ok: true, value: jsonValue(text) };
  } catch (error) {
    return { ok: false, problem: positionOf(error as SyntaxError, text) };
  }
}

/** V8 names the position in its message. Only that is kept, not the text around it, which may contain secrets. */
function positionOf(error: SyntaxError, text: string): string {
  const named = /at position (\d+)/.exec(error.message)?.[1];
  const at = named === undefined ? valueMissingAt(text) : Number(named);
  if (at === undefined) return 'it ends too early';
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `line ${line}, column ${column}`;
}

const WORD = /true|false|null|-?\d[-+.\w]*/y;

/** V8 does not name the position if a value is missing. Everything before that position is well-formed. */
function valueMissingAt(text: string): number | undefined {
  let valueDue = true;
  let before = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (/[ \t\r\n]/.test(char)) continue;
    if (char === '"') at = endOfString(text, at);
    else if (/[\]},:]/.test(char)) {
      if (valueDue && !(before === '[' && char === ']')) return at;
    } else if (!/[[{]/.test(char)) {
      const length = wordLength(text, at);
      if (length === 0) return at;
      at += length - 1;
    }
    valueDue = /[[:,]/.test(char);
    before = char;
  }
  return undefined;
}

function wordLength(text: string, at: number): number {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0].length ?? 0;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
