import { isDeeperThan } from './json-depth.ts';

/** Deeper JSON is refused before it is parsed: nothing we take is nested, and recursion has its limits. */
const MAX_DEPTH = 64;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** `JSON.parse` for text from outside: says what is wrong instead of throwing. */
export function parseJson(text: string): ParsedJson {
  if (isDeeperThan(text, MAX_DEPTH)) {
    return { ok: false, problem: `nested deeper than ${MAX_DEPTH} levels` };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: positionOf(error as SyntaxError, text) };
  }
}

/** V8 names the place in its message; we keep that and never the text itself, which may hold secrets. */
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

/** V8 does not name the place where a value should begin and none does; everything before it is well-formed. */
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
