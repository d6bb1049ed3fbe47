/** The right operand of a comparison, whose syntax depends on the operator and the left operand. */

import { wildcardProblem } from '../compile/wildcard.ts';
import type { ComparisonOperator } from '../operators.ts';
import type { LiteralNode, SetItem, TestNode, ValueNode } from '../syntax.ts';
import type { ValueType } from '../value-type.ts';
import { lexInt, lexIntRange } from './lex-int.ts';
import { lexIp, lexIpItem } from './lex-ip.ts';
import { lexBytes, lexPattern, lexQuotedOrRaw } from './lex-string.ts';
import { parseListName } from './parse-list-name.ts';
import type { ParseState } from './parse-state.ts';

export function parseTest(
  state: ParseState,
  left: ValueNode,
  operator: ComparisonOperator,
): TestNode {
  switch (operator.kind) {
    case 'ordering': {
      const right = bareHost(state, left, operator.op) ?? literalOf(state, left.type);
      return { kind: 'ordering', op: operator.op, right };
    }
    case 'contains':
      return { kind: 'contains', right: lexBytes(state) };
    case 'matches':
      return { kind: 'matches', pattern: pattern(state) };
    case 'wildcard':
      return { kind: 'wildcard', pattern: wildcard(state), strict: false };
    case 'strict wildcard':
      return { kind: 'wildcard', pattern: wildcard(state), strict: true };
    case 'bits':
      return { kind: 'bits', mask: mask(state) };
    case 'in':
      if (state.next === '$') return { kind: 'in-list', list: parseListName(state, left) };
      return { kind: 'in-set', items: set(state, left.type) };
  }
}

/** The type is one of those the operator table allows: String, Int or IP. */
function literalOf(state: ParseState, type: ValueType): LiteralNode {
  if (type.kind === 'Int') return { kind: 'int', value: lexInt(state) };
  if (type.kind === 'IP') return { kind: 'ip', value: lexIp(state) };
  return { kind: 'string', value: lexBytes(state) };
}

const BARE_HOST = /[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?(?![^ \r\n)])/y;

/** A host name without quotes, where the option and the field allow one. */
function bareHost(state: ParseState, left: ValueNode, op: string): LiteralNode | undefined {
  if (!state.options.lenientHost || (op !== 'eq' && op !== 'ne') || left.kind !== 'field') {
    return undefined;
  }
  if (!state.scheme.fields.get(left.name)?.hostname) return undefined;
  BARE_HOST.lastIndex = state.at;
  const name = BARE_HOST.exec(state.source)?.[0];
  if (name === undefined) return undefined;
  state.at += name.length;
  return { kind: 'string', value: name };
}

function pattern(state: ParseState): string {
  const start = state.at;
  const text = lexPattern(state);
  state.countRegex(start);
  const problem = state.takePattern(text);
  if (problem !== undefined) state.fail(start, state.at, problem);
  return text;
}

function wildcard(state: ParseState): string {
  const start = state.at;
  const text = lexQuotedOrRaw(state);
  const problem = wildcardProblem(text, state.limits.wildcardStars);
  if (problem !== undefined) state.fail(start, state.at, problem);
  return text;
}

function mask(state: ParseState): number {
  const start = state.at;
  const value = lexInt(state);
  if (!Number.isSafeInteger(value)) state.fail(start, state.at, 'expected at most 53 bits');
  return value;
}

function set(state: ParseState, type: ValueType): readonly SetItem[] {
  const start = state.at;
  state.expect('{');
  const items: SetItem[] = [];
  for (;;) {
    state.skipSpace();
    if (state.accept('}')) break;
    if (state.atEnd) state.failHere('expected literal "}"');
    items.push(setItem(state, type));
  }
  if (items.length > state.limits.setItems) {
    state.fail(start, state.at, `too many items in a set (limit: ${state.limits.setItems})`);
  }
  return items;
}

function setItem(state: ParseState, type: ValueType): SetItem {
  if (type.kind === 'Int') return { kind: 'int', ...lexIntRange(state) };
  if (type.kind === 'IP') return lexIpItem(state);
  return { kind: 'string', value: lexBytes(state) };
}
