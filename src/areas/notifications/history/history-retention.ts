import { planIncludes } from '../../../catalogs/plans.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';

const DAY_MS = 24 * 3_600_000;
const KEEP_MS = 30 * DAY_MS;
const KEEP_ENTERPRISE_MS = 90 * DAY_MS;

/** How long the history of accounts is kept. */
export class HistoryRetention {
  readonly #zones: Pick<ZoneDirectory, 'plansOf'>;

  constructor(zones: Pick<ZoneDirectory, 'plansOf'>) {
    this.#zones = zones;
  }

  async keepMs(accountId: string): Promise<number> {
    const plans = await this.#zones.plansOf(accountId);
    const isEnterprise = plans.some((plan) => planIncludes(plan, 'enterprise'));
    return isEnterprise ? KEEP_ENTERPRISE_MS : KEEP_MS;
  }
}
