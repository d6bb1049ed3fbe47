import type { NotificationsDatabase } from '../notifications-tables.ts';
import type { Policy } from './policy.ts';
import { policyStore } from './policy-store.ts';

export type PolicyFilters = Policy['filters'];

/** What enabled policies ask for. Areas whose alerts are costly to find look only where a policy does. */
export interface EnabledPolicies {
  /** The filters of the enabled policies of all accounts with one of these alert types. */
  filtersOf(alertTypes: readonly string[]): Promise<readonly PolicyFilters[]>;
}

export class EnabledPolicyReadModel implements EnabledPolicies {
  readonly #database: NotificationsDatabase;

  constructor(database: NotificationsDatabase) {
    this.#database = database;
  }

  async filtersOf(alertTypes: readonly string[]): Promise<readonly PolicyFilters[]> {
    const policies = await policyStore.allEnabledOfTypes(this.#database.read, alertTypes);
    return policies.map(({ filters }) => filters);
  }
}
