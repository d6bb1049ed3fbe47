import { orDefault } from '../../../http/common-schema.ts';
import type { Static } from '../../../kernel/schema.ts';
import { type RulesetUpdateBody, toRuleEntry } from '../ruleset-schema.ts';
import type { RulesetUpdate } from '../ruleset-service.ts';

export function toUpdate({ rules, ...body }: Static<typeof RulesetUpdateBody>): RulesetUpdate {
  const { name, kind, phase } = body;
  const description = orDefault(body.description, '');
  return { name, description, kind, phase, rules: orDefault(rules, [])?.map(toRuleEntry) };
}
