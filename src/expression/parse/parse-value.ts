/** A field or a call, and the indexes after it. */

import { suggest } from '../../kernel/suggest.ts';
import type { IndexNode, LogicNode, ValueNode } from '../syntax.ts';
import { typeWords, type ValueType } from '../value-type.ts';
import { checkField, checkFunction } from './check-name.ts';
import { lexInt } from './lex-int.ts';
import { lexBytes } from './lex-string.ts';
import { parseCall } from './parse-call.ts';
import type { ParseState } from './parse-state.ts';

const NAME_PART = /[A-Za-z0-9_]+/y;
const CONSTANT = /(true|false)(?![A-Za-z0-9_.])/y;

/** `true` or `false`. */
export function peekConstant(state: ParseState): LogicNode | undefined {
  CONSTANT.lastIndex = state.at;
  const word = CONSTANT.exec(state.source)?.[0];
  if (word === undefined) return undefined;
  state.at += word.length;
  return { kind: 'constant', value: word === 'true' };
}

export function parseValue(state: ParseState): ValueNode {
  const start = state.at;
  const name = lexName(state);
  const end = state.at;
  const definition = state.scheme.functions.get(name);
  if (definition) {
    checkFunction(state, definition, start);
    const { args, type } = parseCall(state, definition);
    return { kind: 'call', name, args, ...parseIndexes(state, type) };
  }
  const field = state.scheme.fields.get(name);
  if (field) {
    checkField(state, field, start);
    return { kind: 'field', name: field.aliasOf ?? name, ...parseIndexes(state, field.type) };
  }
  return state.fail(start, end, 'unknown identifier', suggestName(state, name));
}

function lexName(state: ParseState): string {
  let name = state.takeRun(NAME_PART, 'identifier character');
  while (state.accept('.')) name += `.${state.takeRun(NAME_PART, 'identifier character')}`;
  return name;
}

/** A name that is followed by a parenthesis was meant to be a function. */
function suggestName(state: ParseState, name: string): string | undefined {
  const { fields, functions } = state.scheme;
  const called = /^[ \r\n]*\(/.test(state.source.slice(state.at));
  return called ? suggest(name, functions.keys()) : suggest(name, fields.keys());
}

interface Indexed {
  readonly indexes: readonly IndexNode[];
  readonly type: ValueType;
}

function parseIndexes(state: ParseState, whole: ValueType): Indexed {
  const indexes: IndexNode[] = [];
  let type = whole;
  for (;;) {
    const start = state.at;
    if (!state.accept('[')) return { indexes, type };
    state.skipSpace();
    const index = parseIndex(state);
    state.skipSpace();
    state.expect(']');
    if (!('of' in type) || !fits(index, type.kind)) {
      state.fail(start, state.at, `cannot access index of type ${typeWords(type)}`);
    }
    indexes.push(index);
    type = type.of;
  }
}

function parseIndex(state: ParseState): IndexNode {
  if (state.accept('*')) return { kind: 'each' };
  if (state.next === '"' || state.next === 'r') return { kind: 'key', key: lexBytes(state) };
  const start = state.at;
  const position = lexInt(state);
  if (position < 0 || position > 0xffffffff) {
    state.fail(start, state.at, 'expected a position from 0 to 4294967295');
  }
  return { kind: 'position', position };
}

function fits(index: IndexNode, container: 'Array' | 'Map'): boolean {
  if (index.kind === 'each') return true;
  return (index.kind === 'key') === (container === 'Map');
}
