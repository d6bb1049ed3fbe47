import type { InputOf, ResultOf } from '../../api/client.ts';
import { readFilters } from '../../parts/address/filter.ts';
import type { PageSearch } from '../../parts/address/page-search.ts';
import { rangeOf, toTime } from '../../parts/time/time-range.ts';

export type AuditEntry = ResultOf<'GET /accounts/{account_id}/audit_logs'>[number];

const PER_PAGE = 50;

/** The parameter of the API for each column that can be filtered. Each takes one value. */
const parameters: Readonly<Record<string, string>> = {
  action: 'action.type',
  email: 'actor.email',
  address: 'actor.ip',
  zone: 'zone.name',
};

/** The filters and the time of the page, as the API takes them. */
export function auditInput(
  accountId: string,
  search: PageSearch,
): InputOf<'GET /accounts/{account_id}/audit_logs'> {
  const now = Date.now();
  const { since, until } = rangeOf(search);
  const filters = readFilters(search.filter).flatMap(({ column, value, isNegated }) => {
    const name = parameters[column];
    return name === undefined || isNegated ? [] : [[name, value] as const];
  });
  return {
    params: { account_id: accountId },
    query: {
      per_page: PER_PAGE,
      since: new Date(minuteOf(toTime(since, now))).toISOString(),
      ...(until !== undefined && { before: new Date(toTime(until, now)).toISOString() }),
      ...Object.fromEntries(filters),
    },
  };
}

/** Whole minutes, so that a range that moves on is not a new question at every moment. */
function minuteOf(time: number): number {
  return Math.floor(time / 60_000) * 60_000;
}

/** Changes that the node makes by itself have no person. */
export function actorText({ actor, interface: way }: AuditEntry): string {
  return actor.email ?? (way === 'SYSTEM' ? 'the node' : (actor.id ?? 'unknown'));
}

/** `session`, `firewall migration`. */
export function resourceText({ resource }: AuditEntry): string {
  return resource.type.replaceAll('_', ' ');
}
