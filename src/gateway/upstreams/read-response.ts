import { isDeeperThan } from '../../kernel/json-depth.ts';
import { jsonValue } from '../../kernel/json-value.ts';
import type { JsonText, RpcOutcome } from '../rpc/rpc-call.ts';

/** Traces and simulations have fewer levels. Deeper JSON takes a hundred times its length in memory, and could exhaust the stack. */
const MAX_DEPTH = 128;

/**
 * The outcome in a response of an upstream, with the text of the result verbatim; undefined if the response is not JSON-RPC. The id is
 * always 1, because a connection carries one call at a time.
 */
export function readResponse(text: string): RpcOutcome | undefined {
  if (isDeeperThan(text, MAX_DEPTH)) return undefined;
  let body: unknown;
  try {
    body = jsonValue(text);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { error, id } = body as { readonly error?: unknown; readonly id?: unknown };
  if (error !== undefined && error !== null) return readError(error, memberText(text, 'error'));
  if (id !== 1 || !Object.hasOwn(body, 'result')) return undefined;
  const result = memberText(text, 'result');
  return result === undefined ? undefined : { result };
}

function readError(error: unknown, text: JsonText | undefined): RpcOutcome | undefined {
  if (typeof error !== 'object' || error === null || text === undefined) return undefined;
  const { code, message } = error as Readonly<Record<string, unknown>>;
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return undefined;
  const data = memberText(text, 'data');
  return {
    error: {
      code,
      message: typeof message === 'string' ? message : '',
      ...(data !== undefined && { data }),
    },
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The text of a member of the outermost object of a valid JSON text. It is not parsed, so large numbers keep all digits. */
export function memberText(text: string, name: string): JsonText | undefined {
  const wanted = `"${name}"`;
  let depth = 0;
  /** Index of the first character of the wanted member's value. */
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1 && start === -1 && isNameAt(text, at, end, wanted)) {
        start = text.indexOf(':', end) + 1;
        at = start - 1;
      } else {
        at = end;
      }
      continue;
    }
    if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    const isEnd = (code === 0x2c && depth === 1) || depth === 0;
    if (isEnd && start !== -1) return text.slice(start, at).trim();
  }
  return undefined;
}

/** Whether the string between two indexes is the name of a member, not a value. */
function isNameAt(text: string, from: number, end: number, wanted: string): boolean {
  if (end - from + 1 !== wanted.length || !text.startsWith(wanted, from)) return false;
  let after = end + 1;
  while (text.charCodeAt(after) <= 0x20) after += 1;
  return text[after] === ':';
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE || Number.isNaN(code)) return at;
  }
}
