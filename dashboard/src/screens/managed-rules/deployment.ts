import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { callApi, type ResultOf } from '../../api/client.ts';
import {
  definitionOf,
  type PhaseName,
  type Rule,
  type RuleBody,
  type Ruleset,
} from '../rules/ruleset.ts';
import type { RuleTarget } from '../rules/save-rule.ts';
import { type Overrides, sentOverrides } from './overrides.ts';

const LIST = 'GET /zones/{zone_id}/rulesets';
const GET = 'GET /zones/{zone_id}/rulesets/{ruleset_id}';

export type RulesetHead = ResultOf<typeof LIST>[number];
export type ManagedRuleset = NonNullable<ResultOf<typeof GET>>;

/** Phases that managed rulesets run in. */
export const managedPhases = [
  'http_request_firewall_managed',
  'http_response_firewall_managed',
] as const satisfies readonly PhaseName[];

export function managedListQuery(zoneId: string) {
  const params = { zone_id: zoneId };
  return queryOptions({
    queryKey: [LIST, 'managed', params],
    queryFn: async ({ signal }) => {
      const { result } = await callApi(LIST, { params }, signal);
      return result.filter(({ kind }) => kind === 'managed');
    },
  });
}

/** The catalog changes with the version of the node only. */
export function managedRulesetQuery(zoneId: string, rulesetId: string) {
  const params = { zone_id: zoneId, ruleset_id: rulesetId };
  return { ...apiQuery(GET, { params }), staleTime: Number.POSITIVE_INFINITY };
}

/** The rule of an entry point that executes a managed ruleset. */
export interface Deployment {
  readonly entryPoint: Ruleset;
  readonly rule: Rule;
  readonly overrides: Overrides;
}

export function deploymentOf(
  entryPoints: readonly (Ruleset | null)[],
  rulesetId: string,
): Deployment | undefined {
  for (const entryPoint of entryPoints) {
    const rule = entryPoint?.rules.find(
      ({ action, action_parameters }) =>
        action === 'execute' && action_parameters?.['id'] === rulesetId,
    );
    if (!entryPoint || !rule) continue;
    return {
      entryPoint,
      rule,
      overrides: (rule.action_parameters?.['overrides'] ?? {}) as Overrides,
    };
  }
  return undefined;
}

export function deploymentTarget(
  zoneId: string,
  { phase }: Pick<RulesetHead, 'phase'>,
  deployment: Deployment | undefined,
): RuleTarget {
  return {
    zoneId,
    // The API lists only rulesets of phases that it knows.
    phase: phase as PhaseName,
    ruleset: deployment?.entryPoint,
    rule: deployment?.rule,
  };
}

/** The rule that deploys a ruleset for all requests, as its authors mean it. */
export function deployBody({ id, name }: RulesetHead): RuleBody {
  return {
    action: 'execute',
    expression: 'true',
    description: name,
    action_parameters: { id },
  };
}

/** The definition of the deploying rule with other overrides. */
export function bodyWith({ rule }: Deployment, overrides: Overrides): RuleBody {
  const { overrides: _, ...parameters } = rule.action_parameters ?? {};
  const sent = sentOverrides(overrides);
  return {
    ...definitionOf(rule),
    action_parameters: { ...parameters, ...(sent && { overrides: sent }) },
  };
}
