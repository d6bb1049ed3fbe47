/**
 * Plans as data. A self-hosted zone is `enterprise` unless told otherwise; lower plans exist so that
 * clients, tests and the firewall migration see the platform they know.
 */
export interface Plan {
  readonly id: string;
  /** The name the API uses for it in `legacy_id` and that people write in files and commands. */
  readonly legacyId: string;
  readonly name: string;
  readonly pageRuleQuota: number;
}

const plan = (legacyId: string, id: string, name: string, pageRuleQuota: number): Plan => ({
  id,
  legacyId,
  name,
  pageRuleQuota,
});

export const plans: readonly Plan[] = [
  plan('free', '0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Free Website', 3),
  plan('lite', '3feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Lite Website', 3),
  plan('pro', '1feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Pro Website', 20),
  plan('pro_plus', '4feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Pro Plus Website', 20),
  plan('business', '2feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Business Website', 50),
  plan('enterprise', '94f3b7b768b0458b56d2cac4fe5ec0f9', 'Enterprise Website', 125),
  plan('partners_free', '5feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Free', 3),
  plan('partners_pro', '6feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Pro', 20),
  plan('partners_business', '7feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Business', 50),
  plan('partners_enterprise', '8feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'Partners Enterprise', 125),
];

export const DEFAULT_PLAN = 'enterprise';

/** Finds a plan by its id or its name. */
export function findPlan(idOrName: string): Plan | undefined {
  return plans.find((entry) => entry.id === idOrName || entry.legacyId === idOrName);
}
