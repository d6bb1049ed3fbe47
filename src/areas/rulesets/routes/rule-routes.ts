import { sampleTexts } from '../../../catalogs/managed-rulesets/sample-texts.ts';
import { ApiError } from '../../../http/api-error.ts';
import { withExample } from '../../../http/common-schema.ts';
import { ok, type Route } from '../../../http/route.ts';
import {
  definesRule,
  RuleBody,
  RulesetResponse,
  rulesetExamples,
  SamplesResponse,
  toRuleDraft,
} from '../ruleset-schema.ts';
import type { RulesetCalls } from './ruleset-calls.ts';
import { rulesetId } from './ruleset-params.ts';

export function ruleRoutes({
  route,
  one,
  prefix,
  rulesets,
  lists,
  read,
  writing,
  reader,
  readable,
  writer,
  written,
}: RulesetCalls): Route[] {
  return [
    route({
      ...writing,
      method: 'POST',
      path: `${one}/rules`,
      operation: `${prefix}-rules-create`,
      summary: 'Add a rule, at the end unless a position is given',
      body: withExample(RuleBody, rulesetExamples.rule),
      response: RulesetResponse,
      async handle({ params, query, body, principal }) {
        const context = await writer(params, principal, query);
        const { position, ...rule } = body;
        const { id: _, ...draft } = toRuleDraft(rule);
        return written(
          context,
          await rulesets.addRule(context, rulesetId(params), draft, position),
        );
      },
    }),
    route({
      ...writing,
      method: 'PATCH',
      path: `${one}/rules/:rule_id`,
      operation: `${prefix}-rules-edit`,
      summary: 'Replace the definition of a rule, move it, or both',
      body: withExample(RuleBody, rulesetExamples.rule),
      response: RulesetResponse,
      async handle({ params, query, body, principal }) {
        const context = await writer(params, principal, query);
        const { position, ...rule } = body;
        const draft = definesRule(body) ? toRuleDraft(rule) : undefined;
        if (!draft && !position) throw new ApiError('ruleUnchanged');
        const ruleId = params['rule_id'] ?? '';
        return written(
          context,
          await rulesets.changeRule(context, rulesetId(params), ruleId, draft, position),
        );
      },
    }),
    route({
      ...writing,
      method: 'DELETE',
      path: `${one}/rules/:rule_id`,
      operation: `${prefix}-rules-delete`,
      summary: 'Delete a rule',
      response: RulesetResponse,
      async handle({ params, query, principal }) {
        const context = await writer(params, principal, query);
        const ruleId = params['rule_id'] ?? '';
        return written(context, await rulesets.removeRule(context, rulesetId(params), ruleId));
      },
    }),
    route({
      method: 'GET',
      path: `${one}/rules/:rule_id/samples`,
      operation: `${prefix}-rules-samples`,
      summary:
        'Get requests or texts that a managed rule matches, and similar ones that it does not; stored rules have none',
      access: read,
      response: SamplesResponse,
      async handle(request) {
        const own = await reader(request);
        const found = await readable(own, lists.get(own.scope, rulesetId(request.params)));
        const id = request.params['rule_id'] ?? '';
        if (found.managed) {
          const rule = found.managed.rules.find((each) => each.id === id);
          if (rule) return ok(sampleTexts(rule));
        } else if (found.stored.rules.some((each) => each.id === id)) {
          return ok({ matching: [], other: [] });
        }
        throw new ApiError('ruleNotFound', { id });
      },
    }),
  ];
}
