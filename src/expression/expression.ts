/**
 * The expression language of rules, redirects, page policies and tools. This is its only public module.
 *
 * ```ts
 * const scheme = createScheme({ fields: requestFields, lists: new Map([['office', 'ip']]) });
 * const tree = parseExpression('http.host eq "example.com" and not ip.src in $office', scheme);
 * const matches = compileExpression<Request>(tree, {
 *   field: (name) => extractors[name],
 *   list: (name) => lists.get(name),
 * });
 * if (matches(request)) …
 * ```
 *
 * Parsing checks everything: bad text gives an `ExpressionError` that points at the position, and a tree
 * always compiles. What is stored and sent is the text, never the tree: a tree is good for the version
 * that parsed it. Strings inside are byte strings: what accessors give must be too (`toByteString`), and
 * addresses are parsed once (`parseIp`).
 */

export { fromByteString, toByteString } from './byte-string.ts';
export type { Accessors, Getter, Matcher } from './compile/accessors.ts';
export { compileExpression, compileValue } from './compile/compile.ts';
export { type ExplainedClause, explainExpression } from './compile/explain.ts';
export {
  anyAddress,
  type Prerequisite,
  type Prerequisites,
  prerequisites,
} from './compile/prerequisites.ts';
export { ExpressionError } from './expression-error.ts';
export type { FunctionDefinition, Parameter } from './function-definition.ts';
export { jsonLookupOf, jsonValues } from './functions/json-values.ts';
export { standardFunctions } from './functions/standard-functions.ts';
export { hasHiddenKey, hideKeys } from './hidden-keys.ts';
export { type IpValue, parseIp, printIp } from './ip-value.ts';
export { defaultLimits, noLimits } from './limits.ts';
export { compileList } from './list-matcher.ts';
export { comparisonOperators, logicalOperators, notOperator } from './operators.ts';
export type { ParseOptions } from './parse/parse-state.ts';
export { parseExpression, parseValueExpression } from './parse/parser.ts';
export { printExpression } from './printer.ts';
export {
  createScheme,
  type FieldDeclaration,
  type ListKind,
  listKinds,
  withLists,
} from './scheme.ts';
export type { LogicNode } from './syntax.ts';
export { type FieldRead, usage, usesResponse } from './usage.ts';
export type { Value } from './value.ts';
export { type LacksValue, type ValueGaps, valueGaps } from './value-gaps.ts';
