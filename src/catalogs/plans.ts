/** From the lowest to the highest. */
const tiers = ['free', 'pro', 'business', 'enterprise'] as const;

/**
 * Plans as data. A self-hosted zone is `enterprise` by default. Lower plans exist for clients, tests and the firewall
 * migration.
 */
export interface Plan {
  readonly id: string;
  /** Its name in `legacy_id` of the API, in files and in commands. */
  readonly legacyId: string;
  readonly name: string;
  /** Its name in subscriptions of older clients. */
  readonly rateName: string;
  readonly pageRuleQuota: number;
  readonly firewallRuleQuota: number;
  /** Stand-alone health checks of a zone. */
  readonly healthCheckQuota: number;
  /** The largest body of a request. */
  readonly maxUploadMegabytes: number;
  /** Its column in tables of quotas. */
  readonly tier: (typeof tiers)[number];
  /** Its value in the field `cf.zone.plan`. */
  readonly fieldValue: string;
}

const uploadLimits = { free: 100, pro: 100, business: 200, enterprise: 5_000 };
const pageRuleQuotas = { free: 3, pro: 20, business: 50, enterprise: 125 };
const firewallRuleQuotas = { free: 5, pro: 20, business: 100, enterprise: 1_000 };
const healthCheckQuotas = { free: 0, pro: 10, business: 50, enterprise: 1_000 };
const fieldValues = { free: 'FREE', pro: 'PRO', business: 'BIZ', enterprise: 'ENT' };

const plan = (
  legacyId: string,
  tier: Plan['tier'],
  id: string,
  name: string,
  rateName: string,
): Plan => ({
  id,
  legacyId,
  name,
  rateName,
  tier,
  pageRuleQuota: pageRuleQuotas[tier],
  firewallRuleQuota: firewallRuleQuotas[tier],
  healthCheckQuota: healthCheckQuotas[tier],
  maxUploadMegabytes: uploadLimits[tier],
  fieldValue: fieldValues[tier],
});

export const plans: readonly Plan[] = [
  plan('free', 'free', '0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Free Website', 'CF_FREE'),
  plan('lite', 'free', '3feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Lite Website', 'CF_LITE'),
  plan('pro', 'pro', '1feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Pro Website', 'CF_PRO_20_20'),
  plan('pro_plus', 'pro', '4feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Pro Plus Website', 'CF_PRO_PLUS'),
  plan('business', 'business', '2feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Business Website', 'CF_BIZ'),
  plan(
    'enterprise',
    'enterprise',
    '94f3b7b768b0458b56d2cac4fe5ec0f9',
    'Enterprise Website',
    'CF_ENT',
  ),
  plan(
    'partners_free',
    'free',
    '5feeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    'Partners Free',
    'PARTNERS_FREE',
  ),
  plan('partners_pro', 'pro', '6feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Pro', 'PARTNERS_PRO'),
  plan(
    'partners_business',
    'business',
    '7feeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    'Partners Business',
    'PARTNERS_BIZ',
  ),
  plan(
    'partners_enterprise',
    'enterprise',
    '8feeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    'Partners Enterprise',
    'PARTNERS_ENT',
  ),
];

export const DEFAULT_PLAN = 'enterprise';

/** The tier of a plan, by id or name. Unknown plans count as `enterprise`. */
export function tierOf(plan: string): Plan['tier'] {
  return findPlan(plan)?.tier ?? 'enterprise';
}

/** Whether a plan is of this tier or a higher one. */
export function planIncludes(plan: string, tier: Plan['tier']): boolean {
  return tiers.indexOf(tierOf(plan)) >= tiers.indexOf(tier);
}

const plansByName = new Map(
  plans.flatMap((entry) => [entry.id, entry.legacyId, entry.rateName].map((name) => [name, entry])),
);

/** Finds a plan by its id or one of its names. */
export function findPlan(idOrName: string): Plan | undefined {
  return plansByName.get(idOrName);
}
