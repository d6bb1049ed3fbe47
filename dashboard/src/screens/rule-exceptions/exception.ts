import { useQueries, useQuery } from '@tanstack/react-query';
import type { ResultOf } from '../../api/client.ts';
import { managedListQuery, managedRulesetQuery } from '../managed-rules/deployment.ts';
import { placeName } from '../security-events/event.ts';

export type RuleException = ResultOf<'GET /zones/{zone_id}/rule_exceptions'>[number];

/** Where the rule does not look: "query argument q". */
export function valueName({ place, field }: RuleException): string {
  return `${placeName({ place, isName: false })} ${field}`.trim();
}

export function isOver({ expires_at: end }: RuleException): boolean {
  return end !== undefined && Date.parse(end) <= Date.now();
}

export type ExceptedRules = ReadonlyMap<
  string,
  { readonly name: string; readonly rulesetId: string }
>;

/** The managed rules that can have exceptions, by id: what they are called, and the ruleset they are in. */
export function useExceptedRules(zoneId: string): ExceptedRules {
  const rulesets = useQuery(managedListQuery(zoneId)).data ?? [];
  const queries = useQueries({
    queries: rulesets
      .filter(({ phase }) => phase === 'http_request_firewall_managed')
      .map(({ id }) => managedRulesetQuery(zoneId, id)),
  });
  return new Map(
    queries.flatMap(({ data }) => {
      const ruleset = data?.result;
      if (!ruleset) return [];
      return ruleset.rules.map(
        ({ id, description = id }) => [id, { name: description, rulesetId: ruleset.id }] as const,
      );
    }),
  );
}
