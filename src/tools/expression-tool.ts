import { fields } from '../catalogs/fields/fields.ts';
import { requestExtractors } from '../edge/extractors/request-extractors.ts';
import type { RequestRecord } from '../edge/extractors/request-record.ts';
import {
  compileExpression,
  createScheme,
  type Getter,
  type LogicNode,
  parseExpression,
  printExpression,
  usage,
} from '../expression/expression.ts';

const scheme = createScheme({ fields });

const extractors: Readonly<Record<string, Getter<RequestRecord> | undefined>> = requestExtractors;

export interface CheckedExpression {
  /** The same expression in its canonical form. */
  readonly text: string;
  readonly fields: readonly string[];
  readonly functions: readonly string[];
}

/** Throws an error that points at the place when the text is no expression. */
export function checkExpressionText(text: string): CheckedExpression {
  const tree = parseExpression(text, scheme);
  const used = usage(tree);
  return {
    text: printExpression(tree),
    fields: [...used.fields].sort(),
    functions: [...used.functions].sort(),
  };
}

export interface EvaluatedExpression {
  readonly result: boolean;
  /** Fields that a request alone does not tell, such as its country; they count as missing. */
  readonly unknown: readonly string[];
}

export function evaluateExpressionText(text: string, request: RequestRecord): EvaluatedExpression {
  const tree: LogicNode = parseExpression(text, scheme);
  const matches = compileExpression<RequestRecord>(tree, {
    field: (name) => extractors[name],
    list: () => undefined,
  });
  const unknown = [...usage(tree).fields].filter((name) => !extractors[name]);
  return { result: matches(request), unknown };
}
