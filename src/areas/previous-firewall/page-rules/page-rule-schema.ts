import { Type } from '../../../kernel/schema.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';
import { pageRuleActions } from './page-rule-actions.ts';
import { DEFAULT_PRIORITY, type PageRule } from './page-rule-model.ts';

const Text = Type.String();

const Target = Type.Object({
  target: Type.Literal('url'),
  constraint: Type.Object({
    operator: Type.Literal('matches'),
    value: Type.String({ examples: ['www.shop.test/images/*'] }),
  }),
});

const Action = Type.Object(
  {
    id: Type.Enum(pageRuleActions.map(({ id }) => id)),
    value: Type.Optional(Type.Unknown()),
  },
  { examples: [{ id: 'waf', value: 'off' }] },
);

export const PageRuleBody = Type.Object({
  targets: Type.Array(Target, { minItems: 1, maxItems: 1 }),
  actions: Type.Array(Action, { minItems: 1, maxItems: pageRuleActions.length }),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  status: Type.Optional(Type.Enum(['active', 'disabled'])),
  ...addedReadOnly,
});

export const PageRuleResponse = Type.Object({
  ...addedResponse,
  targets: Type.Array(
    Type.Object({
      target: Text,
      constraint: Type.Object({ operator: Text, value: Text }),
    }),
  ),
  actions: Type.Array(Type.Object({ id: Text, value: Type.Optional(Type.Unknown()) })),
  priority: Type.Integer(),
  status: Text,
});

export function pageRuleResponse(rule: PageRule) {
  const { targets, actions, priority = DEFAULT_PRIORITY, status = 'disabled' } = rule.document;
  return { ...addedMembers(rule), targets, actions, priority, status };
}
