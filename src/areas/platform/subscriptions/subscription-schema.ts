import { findPlan } from '../../../catalogs/plans.ts';
import { ReadOnly, Resettable, withExample } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';

export const NO_FREQUENCY = 'not-applicable';
const frequencies = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Frequency = (typeof frequencies)[number];

export interface Subscription {
  readonly zoneId: string;
  readonly plan: string;
  /** Undefined if none was written. */
  readonly frequency: Frequency | undefined;
}

export const SubscriptionBody = withExample(
  Type.Object({
    /** Null removes the frequency, and so does `not-applicable`, which responses show if there is none. */
    frequency: Resettable(Type.Enum([...frequencies, NO_FREQUENCY])),
    rate_plan: Type.Optional(
      Type.Object({
        id: Type.Optional(Type.String({ maxLength: 64 })),
        currency: ReadOnly,
        externally_managed: ReadOnly,
        is_contract: ReadOnly,
        public_name: ReadOnly,
        scope: ReadOnly,
        sets: ReadOnly,
      }),
    ),
    id: ReadOnly,
    currency: ReadOnly,
    price: ReadOnly,
    state: ReadOnly,
    current_period_start: ReadOnly,
    current_period_end: ReadOnly,
  }),
  { rate_plan: { id: 'enterprise' } },
);

export const SubscriptionResponse = Type.Object({
  id: Type.String(),
  currency: Type.String(),
  price: Type.Number(),
  frequency: Type.Enum([...frequencies, NO_FREQUENCY]),
  state: Type.String(),
  rate_plan: Type.Object({
    id: Type.String(),
    public_name: Type.String(),
    currency: Type.String(),
    scope: Type.String(),
    sets: Type.Array(Type.String()),
    is_contract: Type.Boolean(),
    externally_managed: Type.Boolean(),
  }),
});

export function subscriptionResponse({ zoneId, plan, frequency }: Subscription) {
  const { legacyId = plan, name = plan, tier } = findPlan(plan) ?? {};
  return {
    id: zoneId,
    currency: 'USD',
    price: 0,
    frequency: frequency ?? NO_FREQUENCY,
    state: 'Paid',
    rate_plan: {
      id: legacyId,
      public_name: name,
      currency: 'USD',
      scope: 'zone',
      sets: [],
      is_contract: tier === 'enterprise',
      externally_managed: false,
    },
  };
}
