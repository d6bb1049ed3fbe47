import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { callApi, type InputOf, type ResultOf } from '../../api/client.ts';
import { changedElsewhere } from '../../parts/save/changed-elsewhere.ts';

const ENTRY_POINT = 'GET /zones/{zone_id}/rulesets/phases/{phase}/entrypoint';

export type PhaseName = InputOf<typeof ENTRY_POINT>['params']['phase'];
export type Ruleset = NonNullable<ResultOf<typeof ENTRY_POINT>>;
export type Rule = Ruleset['rules'][number];

/** The rules of a zone in a phase; null if the phase has none yet. */
export function entryPointQuery(zoneId: string, phase: PhaseName) {
  const params = { zone_id: zoneId, phase };
  return queryOptions({
    queryKey: [ENTRY_POINT, params],
    queryFn: async ({ signal }) => {
      try {
        return (await callApi(ENTRY_POINT, { params }, signal)).result;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** The id of the entry point, which is created if there is none. Without `rules`, a PUT keeps the rules. */
export async function ensureEntryPoint(zoneId: string, phase: PhaseName): Promise<string> {
  const params = { zone_id: zoneId, phase };
  const response = await callApi('PUT /zones/{zone_id}/rulesets/phases/{phase}/entrypoint', {
    params,
    body: {},
  });
  return response.result?.id ?? '';
}

export type RuleBody = NonNullable<
  InputOf<'PATCH /zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}'>['body']
>;

/** What a PATCH has to send so that nothing else of the rule changes: it replaces the whole definition. */
export function definitionOf(rule: Rule): RuleBody {
  const {
    id: _,
    version: __,
    last_updated: ___,
    categories: ____,
    score_threshold,
    ...rest
  } = rule;
  return rest as RuleBody;
}

/**
 * Throws if rules are not as they were when the page read them, so that saving does not undo a change of another user. Where
 * they are in the order does not matter.
 */
export async function assertUnchanged(
  zoneId: string,
  ruleset: Ruleset,
  rules: readonly Rule[],
): Promise<void> {
  const params = { zone_id: zoneId, ruleset_id: ruleset.id };
  const now = (await callApi('GET /zones/{zone_id}/rulesets/{ruleset_id}', { params })).result;
  for (const rule of rules) {
    const found = now?.rules.find(({ id }) => id === rule.id);
    if (found?.version === rule.version) continue;
    throw changedElsewhere(ruleName(rule), found ? 'changed' : 'deleted');
  }
}

export function ruleName({ description, ref, id, expression = '' }: Rule): string {
  return description || (ref === id ? expression : ref) || id;
}
