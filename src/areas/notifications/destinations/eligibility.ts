import type { Plan } from '../../../catalogs/plans.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { planCheckOf } from '../account-plans.ts';
import type { MechanismType } from '../delivery/channel.ts';

interface MechanismRule {
  /** Its group in the list of eligible mechanisms. */
  readonly group: string;
  /** Its name in messages. */
  readonly noun: string;
  /** The lowest plan that a zone of the account must have. */
  readonly tier: Plan['tier'];
}

export const mechanismRules: Readonly<Record<MechanismType, MechanismRule>> = {
  email: { group: 'Email', noun: 'emails', tier: 'free' },
  pagerduty: { group: 'PagerDuty', noun: 'PagerDuty services', tier: 'business' },
  webhook: { group: 'Webhooks', noun: 'webhooks', tier: 'pro' },
};

/** Which mechanisms an account may use. */
export class Eligibility {
  readonly #zones: Pick<ZoneDirectory, 'plansOf'>;

  constructor(zones: Pick<ZoneDirectory, 'plansOf'>) {
    this.#zones = zones;
  }

  async of(accountId: string): Promise<Readonly<Record<MechanismType, boolean>>> {
    const hasPlan = await planCheckOf(this.#zones, accountId);
    const includes = (type: MechanismType) => hasPlan(mechanismRules[type].tier);
    return {
      email: includes('email'),
      pagerduty: includes('pagerduty'),
      webhook: includes('webhook'),
    };
  }

  async require(accountId: string, type: MechanismType): Promise<void> {
    if ((await this.of(accountId))[type]) return;
    const { noun: feature, tier: plan } = mechanismRules[type];
    throw new ApiError('notificationPlan', { feature, plan });
  }
}
