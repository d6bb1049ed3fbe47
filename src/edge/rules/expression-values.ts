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
} from '../../expression/expression.ts';
import { isBodyField } from '../../request/body/inspected-body.ts';
import { requestExtractors } from '../../request/fields/request-extractors.ts';
import type { LiveRequest } from './live-request.ts';

/** A compiled expression, and the fields that it reads. */
export interface Compiled<Result> {
  readonly evaluate: (request: LiveRequest) => Result;
  readonly fields: ReadonlySet<string>;
}

export interface CompiledCondition extends Compiled<boolean> {
  readonly reads: ReadonlyMap<string, FieldRead>;
  /** Cheap tests: unless one of them is true, the condition is false. Undefined if there are none. */
  readonly needs: Prerequisites | undefined;
  /** Whether the expression is the constant `true`. */
  readonly isAlwaysTrue: boolean;
  /** Whether it uses lists, which belong to an account. */
  readonly usesLists: boolean;
}

/** Decides which fields and functions an expression may use, and whether host names need quotes. */
export type ExpressionContext = Pick<ParseOptions, 'phase' | 'side' | 'lenientHost'>;

const scheme = createScheme({ fields });
const responseFields = new Set(
  fields.filter(({ side }) => side === 'response').map(({ name }) => name),
);
const MISSING = Symbol('missing');
const slots = new Map<string, number>();
const getters = new Map<string, Getter<LiveRequest>>();

/** How compiled expressions read live requests. The value of a field is computed once per request. */
export const liveAccessors: Accessors<LiveRequest> = {
  field: getterOf,
  list: () => undefined,
  contextValue: (name, id) => contextCalls[name]?.(id),
};

/** The functions that take the id of a token configuration. */
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

/** Throws if the text is not a valid condition. The API has checked that its lists exist. */
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

/** Whether the expression reads the response. */
export function looksAtResponse({ fields: used }: Compiled<unknown>): boolean {
  return !responseFields.isDisjointFrom(used);
}

/**
 * The value of a field for a trace or an event. Fields of a body that no rule needed are missing: a body is not read
 * only to report it.
 */
export function observedValue(name: string, request: LiveRequest): Value | undefined {
  if (!request.inspectedBody.wasRead && isBodyField(name)) return undefined;
  return getterOf(name)?.(request);
}

/** Parses an expression of any type. */
export function valueTree(text: string): ReturnType<typeof parseValueExpression> {
  return parseValueExpression(text, scheme, { limits: noLimits });
}

/** The value of an expression of any type. */
export function liveValueOf(text: string): Compiled<Value | undefined> {
  const tree = valueTree(text);
  return { evaluate: compileValue(tree, liveAccessors), fields: usage(tree).fields };
}

/** Reads a value that gates compare with the texts or addresses of many rules. */
export const liveReader = (node: Parameters<typeof compileValue>[0]): Getter<LiveRequest> =>
  compileValue(node, liveAccessors);

/** A fixed text, or the value of an expression; empty if the expression has no value. */
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
