import { fields, lacksValue } from '../catalogs/fields/fields.ts';
import { defaultUrlNormalization } from '../contracts/snapshot/url-normalization.ts';
import { requestExtractors } from '../edge/extractors/request-extractors.ts';
import type { RequestRecord } from '../edge/extractors/request-record.ts';
import { readTarget } from '../edge/target/read-target.ts';
import {
  compileExpression,
  createScheme,
  type Getter,
  type LogicNode,
  parseExpression,
  printExpression,
  usage,
} from '../expression/expression.ts';

/** A file with a request says nothing about its address. */
const NO_GEOIP = new Set<never>();

const scheme = createScheme({ fields });

const extractors: Readonly<Record<string, Getter<RequestRecord> | undefined>> = requestExtractors;

export interface CheckedExpression {
  /** The same expression in its canonical form. */
  readonly text: string;
  readonly fields: readonly string[];
  readonly functions: readonly string[];
}

/** Throws an error with the position if the text is not a valid expression. */
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
  /** Whether it is true for one of the ways in which servers read the path. */
  readonly result: boolean;
  /** Whether it has the same result for all of them. */
  readonly isUnanimous: boolean;
  /** Fields that cannot be known from a request alone, such as the country; they count as missing. */
  readonly unknown: readonly string[];
}

export function evaluateExpressionText(text: string, request: RequestRecord): EvaluatedExpression {
  const tree: LogicNode = parseExpression(text, scheme);
  const matches = compileExpression<RequestRecord>(tree, {
    field: (name) => extractors[name],
    list: () => undefined,
  });
  const unknown = [...usage(tree).fields].filter((name) => lacksValue(name, NO_GEOIP));
  const results = readingsOf(request).map(matches);
  return { result: results.includes(true), isUnanimous: new Set(results).size === 1, unknown };
}

/** As the edge reads a request of a zone that refuses nothing. */
function readingsOf(request: RequestRecord): RequestRecord[] {
  const { target, rawTarget = target } = request;
  const read = readTarget(target, { ...defaultUrlNormalization, ambiguousPaths: 'allow' });
  const targets = read ? [read.seen, ...read.others] : [target];
  return targets.map((each) => ({ ...request, target: each, rawTarget }));
}
