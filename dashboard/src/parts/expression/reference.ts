import { apiQuery } from '../../api/api-query.ts';
import type { InputOf, ResultOf } from '../../api/client.ts';

const REFERENCE = 'GET /zones/{zone_id}/expressions/reference';
const MINUTE_MS = 60_000;

export type Reference = ResultOf<typeof REFERENCE>;
export type ExpressionPhase = NonNullable<NonNullable<InputOf<typeof REFERENCE>['query']>['phase']>;

/** What expressions of a phase may use. It changes with lists of the account and data of the node, which is rare. */
export function referenceQuery(zoneId: string, phase: ExpressionPhase) {
  const params = { zone_id: zoneId };
  return { ...apiQuery(REFERENCE, { params, query: { phase } }), staleTime: MINUTE_MS };
}
