import { bypassProducts } from '../../../catalogs/bypassed-phases.ts';
import { ReadOnly, withExample } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';
import { FilterResponse, filterMembers, filterResponse } from '../filters/filter-schema.ts';
import {
  type FirewallRuleAction,
  type FirewallRuleWithFilter,
  firewallRuleActions,
} from './firewall-rule-model.ts';

const Text = Type.String();
const Priority = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

/** The official client types an action like that of a rate limit: an object with one of these modes. */
const actionOfMode = {
  simulate: 'log',
  ban: 'block',
  challenge: 'challenge',
  js_challenge: 'js_challenge',
  managed_challenge: 'managed_challenge',
} as const satisfies Record<string, FirewallRuleAction>;

type Mode = keyof typeof actionOfMode;

const Action = Type.Union(
  [
    Type.Enum([...firewallRuleActions]),
    Type.Object({ mode: Type.Enum(Object.keys(actionOfMode) as Mode[]) }),
  ],
  { examples: ['block'] },
);

/** Replaces an action object by the name of the action. */
export function withActionName<Rule extends { readonly action: Static<typeof Action> }>(
  rule: Rule,
): Omit<Rule, 'action'> & { readonly action: FirewallRuleAction } {
  const { action } = rule;
  return { ...rule, action: typeof action === 'string' ? action : actionOfMode[action.mode] };
}

const members = {
  action: Action,
  priority: Type.Optional(Priority),
  paused: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  ref: Type.Optional(Type.String({ maxLength: 50 })),
  products: Type.Optional(
    Type.Array(Type.Enum([...bypassProducts]), { minItems: 1, uniqueItems: true }),
  ),
};

/** A filter by its id, or a new one. With an id the other members are ignored, because clients send them empty. */
export const NewFirewallRule = Type.Object({
  ...members,
  filter: Type.Object(
    { id: Type.Optional(Text), expression: Type.Optional(Text), ...filterMembers },
    { examples: [{ id: '$FILTER_ID' }] },
  ),
  ...addedReadOnly,
});

/** The other members of the filter are ignored: only the API of filters changes them. */
const FilterById = Type.Object({
  id: withExample(Text, '$FILTER_ID'),
  expression: ReadOnly,
  paused: ReadOnly,
  description: ReadOnly,
  ref: ReadOnly,
});

export const FirewallRuleBody = Type.Object({ ...members, filter: FilterById, ...addedReadOnly });

export const IdentifiedFirewallRule = Type.Object({
  ...members,
  filter: FilterById,
  ...addedReadOnly,
  id: withExample(Text, '$FIREWALL_RULE_ID'),
});

export const PriorityChange = Type.Object({ priority: Type.Union([Priority, Type.Null()]) });

export const IdentifiedPriority = Type.Object({
  id: withExample(Text, '$FIREWALL_RULE_ID'),
  priority: Type.Union([Priority, Type.Null()]),
});

export const FirewallRuleResponse = Type.Object({
  ...addedResponse,
  action: Text,
  priority: Type.Union([Type.Integer(), Type.Null()]),
  paused: Type.Boolean(),
  description: Type.Optional(Text),
  ref: Type.Optional(Text),
  products: Type.Optional(Type.Array(Text)),
  filter: FilterResponse,
});

export function firewallRuleResponse({ rule, filter }: FirewallRuleWithFilter) {
  const { priority = null, paused = false } = rule.document;
  return {
    ...addedMembers(rule),
    ...rule.document,
    priority,
    paused,
    filter: filterResponse(filter),
  };
}
