/** Literals in positions without an expected type: arguments and whole value expressions. */
import { parseIp } from '../ip-value.ts';
import type { LiteralNode } from '../syntax.ts';
import { lexInt } from './lex-int.ts';
import { lexIp } from './lex-ip.ts';
import { lexBytes } from './lex-string.ts';
import type { ParseState } from './parse-state.ts';

const RAW_STRING = /r#*"/y;
const WORD = /[A-Za-z0-9_.:]+/y;
const INT = /-?[0-9]/y;
const BYTES = /[0-9a-fA-F]{2}[:.-][0-9a-fA-F]{2}/y;

/**
 * A literal without an expected type: its own form decides. An address takes precedence over an
 * integer, and that over bytes; a declared name takes precedence over all of them.
 */
export function parseLiteral(state: ParseState): LiteralNode | undefined {
  if (state.next === '"' || look(state, RAW_STRING)) {
    return { kind: 'string', value: lexBytes(state) };
  }
  const word = look(state, WORD) ?? '';
  if (state.scheme.fields.has(word) || state.scheme.functions.has(word)) return undefined;
  if (parseIp(word)) return { kind: 'ip', value: lexIp(state) };
  if (look(state, BYTES)) return { kind: 'string', value: lexBytes(state) };
  return look(state, INT) ? { kind: 'int', value: lexInt(state) } : undefined;
}

function look(state: ParseState, pattern: RegExp): string | undefined {
  pattern.lastIndex = state.at;
  return pattern.exec(state.source)?.[0];
}
