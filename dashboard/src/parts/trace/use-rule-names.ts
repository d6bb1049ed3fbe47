import { useQueries } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import type { InputOf } from '../../api/client.ts';
import type { TracePhase } from './trace-tree.ts';

const ENTRY_POINT = 'GET /zones/{zone_id}/rulesets/phases/{phase}/entrypoint';

type Phase = InputOf<typeof ENTRY_POINT>['params']['phase'];

/** The descriptions of the zone's own rules in some phases, by id. Without the permission to read rules there are none. */
export function useRuleNames(
  zoneId: string,
  phases: readonly TracePhase[],
): ReadonlyMap<string, string> {
  const names = [...new Set(phases.map(({ phase }) => phase))];
  const queries = useQueries({
    queries: names.map((phase) =>
      // Traces name phases as rulesets do.
      apiQuery(ENTRY_POINT, { params: { zone_id: zoneId, phase: phase as Phase } }),
    ),
  });
  const rules = queries.flatMap(({ data }) => data?.result?.rules ?? []);
  return new Map(
    rules.flatMap(({ id, description }) => (description ? [[id, description] as const] : [])),
  );
}
