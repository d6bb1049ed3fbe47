import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';

/** What other areas can look up about stand-alone health checks. */
export interface HealthCheckDirectory {
  /** Selects the ids of health checks of the account's zones. */
  existingIn(accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export class HealthCheckReadModel implements HealthCheckDirectory {
  readonly #database: LoadBalancingDatabase;

  constructor(database: LoadBalancingDatabase) {
    this.#database = database;
  }

  async existingIn(accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#database.read
      .selectFrom('health_checks')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', [...ids])
      .execute();
    return new Set(rows.map(({ id }) => id));
  }
}
