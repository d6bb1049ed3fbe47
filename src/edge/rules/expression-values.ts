import { fields } from '../../catalogs/fields/fields.ts';
import type { CompiledCondition } from '../../contracts/snapshot/rulesets-section.ts';
import {
  type Accessors,
  compileExpression,
  compileValue,
  createScheme,
  type FieldRead,
  type Getter,
  type LogicNode,
  type Prerequisites,
  parseExpression,
  parseValueExpression,
  prerequisites,
  usage,
  type Value,
  type ValueNode,
} from '../../expression/expression.ts';
import { isBodyField } from '../body/inspected-body.ts';
import { requestExtractors } from '../extractors/request-extractors.ts';
import type { LiveRequest } from './live-request.ts';

/** Something that was compiled, and the fields it looks at. */
export interface Compiled<Result> {
  readonly evaluate: (request: LiveRequest) => Result;
  readonly fields: ReadonlySet<string>;
}

/** A condition also says which keys of fields it looks at. */
export interface CompiledTest extends Compiled<boolean> {
  readonly reads: ReadonlyMap<string, FieldRead>;
  /** What it needs in order to be true, if that is easy to say. */
  readonly needs: Prerequisites | undefined;
}

const scheme = createScheme({ fields });
const responseFields = new Set(
  fields.filter(({ side }) => side === 'response').map(({ name }) => name),
);
const MISSING = Symbol('missing');
const slots = new Map<string, number>();
const getters = new Map<string, Getter<LiveRequest>>();

/** How compiled expressions get at live requests: each field is worked out once per request. */
export const liveAccessors: Accessors<LiveRequest> = { field: getterOf, list: () => undefined };

function getterOf(name: string): Getter<LiveRequest> | undefined {
  const extract = requestExtractors[name as keyof typeof requestExtractors];
  if (!extract) return undefined;
  const known = getters.get(name);
  if (known) return known;
  const slot = slots.size;
  slots.set(name, slot);
  const getter = (request: LiveRequest): Value | undefined => {
    const before = request.values[slot];
    if (before !== undefined) return before === MISSING ? undefined : (before as Value);
    const value = extract(request);
    request.values[slot] = value ?? MISSING;
    return value;
  };
  getters.set(name, getter);
  return getter;
}

/** A condition that was checked when it was written. Throws when it cannot be used any more. */
export function liveCondition(condition: CompiledCondition): CompiledTest {
  if ('problem' in condition) throw new Error(condition.problem);
  return compiledTree(condition.tree as LogicNode);
}

export function liveConditionOf(text: string): CompiledTest {
  return compiledTree(parseExpression(text, scheme));
}

/** Whether it is nothing but `true`. */
export function isAlwaysTrue(condition: CompiledCondition): boolean {
  const tree = 'tree' in condition ? (condition.tree as LogicNode) : undefined;
  return tree?.kind === 'constant' && tree.value;
}

/** Whether the answer has to be there before it can be asked. */
export function looksAtResponse({ fields: used }: Compiled<unknown>): boolean {
  return !responseFields.isDisjointFrom(used);
}

/**
 * The value of a field for a trace or an event. If no rule needed the body, fields of it are missing:
 * nobody waits for a body only to report it.
 */
export function observedValue(name: string, request: LiveRequest): Value | undefined {
  if (!request.inspectedBody.wasRead && isBodyField(name)) return undefined;
  return getterOf(name)?.(request);
}

/** The value of an expression of any type. */
export function liveValueOf(text: string): Compiled<Value | undefined> {
  const tree = parseValueExpression(text, scheme, {});
  return { evaluate: compileValue(tree, liveAccessors), fields: usage(tree).fields };
}

/** Reads a value for who compares it with many. */
export const liveReader = (node: ValueNode): Getter<LiveRequest> =>
  compileValue(node, liveAccessors);

/** Text that is fixed, or the value of an expression; empty when there is none. */
export function liveText(source: {
  readonly value?: string;
  readonly expression?: string;
}): Compiled<string> {
  const { value = '', expression } = source;
  if (expression === undefined) return { evaluate: () => value, fields: new Set() };
  const tree = parseValueExpression(expression, scheme, { type: 'String' });
  const read = compileValue(tree, liveAccessors);
  return {
    evaluate: (request) => String(read(request) ?? ''),
    fields: usage(tree).fields,
  };
}

function compiledTree(tree: LogicNode): CompiledTest {
  const { fields: used, reads } = usage(tree);
  return {
    evaluate: compileExpression(tree, liveAccessors),
    fields: used,
    reads,
    needs: prerequisites(tree),
  };
}
