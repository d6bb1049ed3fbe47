import type { AlertFilter, AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import { ApiError } from '../../../http/api-error.ts';
import { withoutDashes } from '../../../kernel/hex-id.ts';
import type { HealthCheckDirectory } from '../../load-balancing/health-checks/health-check-read-model.ts';
import type { PoolDirectory } from '../../load-balancing/pools/pool-read-model.ts';
import type { TokenDirectory } from '../../platform/tokens/token-read-model.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { planCheckOf } from '../account-plans.ts';
import { invalid } from '../notifications-errors.ts';
import type { PolicyDocument } from './policy-schema.ts';

export interface PolicyDirectories {
  readonly zones: ZoneDirectory;
  readonly pools: PoolDirectory;
  readonly healthChecks: HealthCheckDirectory;
  readonly tokens: TokenDirectory;
}

const owned = ['zone', 'pool', 'health check', 'token'] as const;

type Owned = (typeof owned)[number];
type FindExisting = (accountId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Checks the references of a policy to other areas. Ids that the stored policy already has are not checked again: if a pool
 * was deleted, the policy can still be changed.
 */
export class PolicyReferences {
  readonly #zones: ZoneDirectory;
  readonly #lookups: Readonly<Record<Owned, FindExisting>>;

  constructor({ zones, pools, healthChecks, tokens }: PolicyDirectories) {
    this.#zones = zones;
    this.#lookups = {
      zone: async (accountId, ids) => {
        const found = await zones.listAccounts(ids);
        return new Set(found.filter((each) => each.accountId === accountId).map(({ id }) => id));
      },
      pool: (accountId, ids) => pools.existingIn(accountId, ids),
      'health check': (accountId, ids) => healthChecks.existingIn(accountId, ids),
      token: (accountId, ids) => tokens.concerning(accountId, ids),
    };
  }

  async check(
    accountId: string,
    type: AlertType,
    document: PolicyDocument,
    stored: PolicyDocument | undefined,
  ): Promise<void> {
    if (type.type !== stored?.alert_type) await this.#checkPlan(accountId, type);
    for (const filter of type.filters) {
      await this.#checkFilter(accountId, filter, document.filters, stored?.filters);
    }
  }

  async #checkPlan(accountId: string, { plan, displayName }: AlertType): Promise<void> {
    if (plan === undefined || (await planCheckOf(this.#zones, accountId))(plan)) return;
    const values = { feature: `the alert "${displayName}"`, plan };
    throw new ApiError('notificationPlan', values, { pointer: '/alert_type' });
  }

  async #checkFilter(
    accountId: string,
    { key, of }: AlertFilter,
    filters: PolicyDocument['filters'] = {},
    stored: PolicyDocument['filters'] = {},
  ): Promise<void> {
    if (!isOwned(of)) return;
    const ids = (filters[key] ?? []).map(withoutDashes);
    const known = new Set((stored[key] ?? []).map(withoutDashes));
    const added = [...new Set(ids.filter((id) => !known.has(id)))];
    if (added.length === 0) return;
    const existing = await this.#lookups[of](accountId, added);
    const missing = added.find((id) => !existing.has(id));
    if (missing === undefined) return;
    const pointer = `/filters/${key}/${ids.indexOf(missing)}`;
    throw invalid(pointer, `there is no ${of} ${missing} in this account`);
  }
}

function isOwned(of: AlertFilter['of']): of is Owned {
  return owned.some((each) => each === of);
}
