import type { GeoipGroup } from '../catalogs/fields/field-entry.ts';
import { fields, lacksValue } from '../catalogs/fields/fields.ts';
import { managedLists } from '../catalogs/managed-lists.ts';
import {
  createScheme,
  type ListKind,
  listKinds,
  parseExpression,
  printExpression,
  usage,
  valueGaps,
  withLists,
} from '../expression/expression.ts';
import { readingsOfRecord } from '../request/read-request.ts';
import type { RequestRecord } from '../request/request-record.ts';
import { requestCondition } from './request-condition.ts';

/** A request file has no geolocation data. */
const NO_GEOIP = new Set<never>();
/** It is not known here which MMDB files a node has, so all fields are accepted. */
const ANY_GEOIP: ReadonlySet<GeoipGroup> = new Set(['country', 'city', 'network']);

const scheme = createScheme({ fields });

/** Lists of an account that an expression may use, with their kinds. */
export type KnownLists = ReadonlyMap<string, ListKind>;

/** Reads `office=ip`; undefined if it has another form, or there is no such kind. */
export function readList(text: string): readonly [name: string, kind: ListKind] | undefined {
  const [name = '', wanted] = text.split('=');
  const kind = listKinds.find((each) => each === wanted);
  return name !== '' && kind ? [name, kind] : undefined;
}

export interface CheckedExpression {
  /** The same expression in its canonical form. */
  readonly text: string;
  readonly fields: readonly string[];
  readonly functions: readonly string[];
  readonly lists: readonly string[];
  /** Names from the lists above without a value in any request. */
  readonly missing: readonly string[];
}

/**
 * Throws an error with the position if the text is not a valid expression. Without `lists`, every name of a list is
 * accepted.
 */
export function checkExpressionText(text: string, lists?: KnownLists): CheckedExpression {
  const known = withLists(scheme, new Map([...managedLists, ...(lists ?? [])]));
  const tree = parseExpression(text, known, { anyList: lists === undefined });
  const used = usage(tree);
  const lacks = (name: string) =>
    name.startsWith('$') ? managedLists.has(name.slice(1)) : lacksValue(name, ANY_GEOIP);
  return {
    text: printExpression(tree),
    fields: [...used.fields].sort(),
    functions: [...used.functions].sort(),
    lists: [...used.lists].sort(),
    missing: valueGaps(tree, lacks).names,
  };
}

export interface EvaluatedExpression {
  /** Whether it is true for at least one reading of the request. */
  readonly result: boolean;
  /** Whether all readings have the same result. */
  readonly isUnanimous: boolean;
  /** Fields and lists that are not part of a request, such as the country; they count as missing. */
  readonly unknown: readonly string[];
}

export async function evaluateExpressionText(
  text: string,
  request: RequestRecord,
): Promise<EvaluatedExpression> {
  const { matches } = requestCondition(text);
  const used = usage(parseExpression(text, scheme, { anyList: true }));
  const unknown = [
    ...[...used.fields].filter((name) => lacksValue(name, NO_GEOIP)),
    ...[...used.lists].map((name) => `$${name}`),
  ];
  const { readings } = await readingsOfRecord(request);
  const results = readings.map(matches);
  return { result: results.includes(true), isUnanimous: new Set(results).size === 1, unknown };
}
