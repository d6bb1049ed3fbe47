import { fields } from '../catalogs/fields/fields.ts';
import {
  compileExpression,
  createScheme,
  type Getter,
  parseExpression,
} from '../expression/expression.ts';
import { requestExtractors } from '../request/fields/request-extractors.ts';
import type { RequestRecord } from '../request/request-record.ts';

const scheme = createScheme({ fields });
const extractors: Readonly<Record<string, Getter<RequestRecord> | undefined>> = requestExtractors;

/** Compiles an expression for requests from files. Lists are not known there. */
export function requestMatcher(text: string): (request: RequestRecord) => boolean {
  return compileExpression<RequestRecord>(parseExpression(text, scheme, { anyList: true }), {
    field: (name) => extractors[name],
    list: () => undefined,
  });
}
