import { fields } from '../catalogs/fields/fields.ts';
import {
  compileExpression,
  compileValue,
  createScheme,
  type Getter,
  type Prerequisites,
  parseExpression,
  prerequisites,
} from '../expression/expression.ts';
import { requestExtractors } from '../request/fields/request-extractors.ts';
import type { RequestRecord } from '../request/request-record.ts';

const scheme = createScheme({ fields });
const extractors: Readonly<Record<string, Getter<RequestRecord> | undefined>> = requestExtractors;
/** Lists are not known for requests from files. */
const accessors = { field: (name: string) => extractors[name], list: () => undefined };

export interface RequestCondition {
  readonly matches: (request: RequestRecord) => boolean;
  /** Unless one of these is true, it does not match. */
  readonly needs: Prerequisites | undefined;
}

/** Compiles an expression for requests from files. */
export function requestCondition(text: string): RequestCondition {
  const tree = parseExpression(text, scheme, { anyList: true });
  return { matches: compileExpression(tree, accessors), needs: prerequisites(tree) };
}

/** Reads a value that gates compare. */
export const requestReader = (node: Parameters<typeof compileValue>[0]): Getter<RequestRecord> =>
  compileValue(node, accessors);
