import { fields } from '../../catalogs/fields/fields.ts';
import {
  type Accessors,
  compileExpression,
  compileValue,
  createScheme,
  type FieldRead,
  type Getter,
  noLimits,
  type ParseOptions,
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
export interface CompiledCondition extends Compiled<boolean> {
  readonly reads: ReadonlyMap<string, FieldRead>;
  /** What it needs in order to be true, if that is easy to say. */
  readonly needs: Prerequisites | undefined;
  /** Whether it is nothing but `true`. */
  readonly isAlwaysTrue: boolean;
  /** Whether it asks lists, which every account has of its own. */
  readonly usesLists: boolean;
}

/** Where an expression stands decides which words it may use, and whether host names need quotes. */
export type ExpressionContext = Pick<ParseOptions, 'phase' | 'side' | 'lenientHost'>;

const scheme = createScheme({ fields });
const responseFields = new Set(
  fields.filter(({ side }) => side === 'response').map(({ name }) => name),
);
const MISSING = Symbol('missing');
const slots = new Map<string, number>();
const getters = new Map<string, Getter<LiveRequest>>();

/** How compiled expressions get at live requests: each field is worked out once per request. */
export const liveAccessors: Accessors<LiveRequest> = {
  field: getterOf,
  list: () => undefined,
  contextValue: (name, id) => contextCalls[name]?.(id),
};

/** By function and token configuration. */
const contextCalls: Readonly<Record<string, (id: string) => Getter<LiveRequest>>> = {
  is_jwt_present: (id) => (request) => request.tokens?.isPresent(id),
  is_jwt_valid: (id) => (request) => request.tokens?.isValid(id),
};

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

/** Finds the test of a list by its name. */
export type ListFinder = Accessors<LiveRequest>['list'];

/** Throws when the text is no condition, or no longer one. Lists were checked when it was saved. */
export function compileCondition(
  text: string,
  context: ExpressionContext = {},
  list: ListFinder = liveAccessors.list,
): CompiledCondition {
  const tree = parseExpression(text, scheme, { ...context, limits: noLimits, anyList: true });
  const { fields: used, reads, lists } = usage(tree);
  return {
    evaluate: compileExpression(tree, { ...liveAccessors, list }),
    fields: used,
    reads,
    needs: prerequisites(tree),
    isAlwaysTrue: tree.kind === 'constant' && tree.value,
    usesLists: lists.size > 0,
  };
}

/** Whether the response has to be there before it can be asked. */
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
  const tree = parseValueExpression(text, scheme, { limits: noLimits });
  return { evaluate: compileValue(tree, liveAccessors), fields: usage(tree).fields };
}

/** Reads a value that is then compared with the texts or addresses of many rules. */
export const liveReader = (node: ValueNode): Getter<LiveRequest> =>
  compileValue(node, liveAccessors);

/** Text that is fixed, or the value of an expression; empty when there is none. */
export function liveText(source: {
  readonly value?: string;
  readonly expression?: string;
}): Compiled<string> {
  const { value = '', expression } = source;
  if (expression === undefined) return { evaluate: () => value, fields: new Set() };
  const tree = parseValueExpression(expression, scheme, { type: 'String', limits: noLimits });
  const read = compileValue(tree, liveAccessors);
  return {
    evaluate: (request) => String(read(request) ?? ''),
    fields: usage(tree).fields,
  };
}
