import { DEFAULT_PLAN, type Plan, planIncludes } from '../../catalogs/plans.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';

/** Whether an account may use the features of a plan. */
export type PlanCheck = (tier: Plan['tier'] | undefined) => boolean;

/**
 * One of the zones of the account must have the plan or a higher one. An account without zones has the plan that its first
 * zone will get.
 */
export async function planCheckOf(
  zones: Pick<ZoneDirectory, 'plansOf'>,
  accountId: string,
): Promise<PlanCheck> {
  const plans = await zones.plansOf(accountId);
  const owned = plans.length === 0 ? [DEFAULT_PLAN] : plans;
  return (tier = 'free') => owned.some((plan) => planIncludes(plan, tier));
}
