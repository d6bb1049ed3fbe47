/**
 * Plans as data. A self-hosted zone is `enterprise` by default. Lower plans exist for clients, tests and the firewall
 * migration.
 */
export interface Plan {
  readonly id: string;
  /** Its name in `legacy_id` of the API, in files and in commands. */
  readonly legacyId: string;
  readonly name: string;
  readonly pageRuleQuota: number;
  /** Its column in tables of quotas. */
  readonly tier: 'free' | 'pro' | 'business' | 'enterprise';
  /** Its value in the field `cf.zone.plan`. */
  readonly fieldValue: string;
}

const pageRuleQuotas = { free: 3, pro: 20, business: 50, enterprise: 125 };
const fieldValues = { free: 'FREE', pro: 'PRO', business: 'BIZ', enterprise: 'ENT' };

const plan = (legacyId: string, tier: Plan['tier'], id: string, name: string): Plan => ({
  id,
  legacyId,
  name,
  tier,
  pageRuleQuota: pageRuleQuotas[tier],
  fieldValue: fieldValues[tier],
});

export const plans: readonly Plan[] = [
  plan('free', 'free', '0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Free Website'),
  plan('lite', 'free', '3feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Lite Website'),
  plan('pro', 'pro', '1feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Pro Website'),
  plan('pro_plus', 'pro', '4feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Pro Plus Website'),
  plan('business', 'business', '2feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Business Website'),
  plan('enterprise', 'enterprise', '94f3b7b768b0458b56d2cac4fe5ec0f9', 'Enterprise Website'),
  plan('partners_free', 'free', '5feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Free'),
  plan('partners_pro', 'pro', '6feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Pro'),
  plan('partners_business', 'business', '7feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Business'),
  plan(
    'partners_enterprise',
    'enterprise',
    '8feeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    'Partners Enterprise',
  ),
];

export const DEFAULT_PLAN = 'enterprise';

/** The tier of a plan, by id or name. Unknown plans count as `enterprise`. */
export function tierOf(plan: string): Plan['tier'] {
  return findPlan(plan)?.tier ?? 'enterprise';
}

/** Finds a plan by its id or its name. */
export function findPlan(idOrName: string): Plan | undefined {
  return plans.find((entry) => entry.id === idOrName || entry.legacyId === idOrName);
}
