import type { Kysely, Transaction } from 'kysely';
import type {
  ComparedRequests,
  ComparedRule,
} from '../../../contracts/events/firewall-comparison.ts';
import type {
  FirewallComparisonTable,
  FirewallMigrationTables,
} from '../firewall-migration-tables.ts';

/** Rows of one insert statement. */
const INSERT_ROWS = 100;

/** The sums of a zone. */
export interface StoredComparison {
  readonly requests: ComparedRequests;
  readonly rules: readonly ComparedRule[];
}

export const comparisonStore = {
  /** Adds to the stored sums. Each key occurs once in `rows`, and the caller holds a lock. */
  async add(
    tx: Transaction<FirewallMigrationTables>,
    rows: readonly FirewallComparisonTable[],
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += INSERT_ROWS) {
      await tx
        .insertInto('firewall_comparisons')
        .values(rows.slice(from, from + INSERT_ROWS))
        .onConflict((conflict) =>
          conflict.columns(['zone_id', 'kind', 'name']).doUpdateSet((eb) => ({
            requests: eb('firewall_comparisons.requests', '+', eb.ref('excluded.requests')),
            alone: eb('firewall_comparisons.alone', '+', eb.ref('excluded.alone')),
          })),
        )
        .execute();
    }
  },

  async find(db: Kysely<FirewallMigrationTables>, zoneId: string): Promise<StoredComparison> {
    const rows = await db
      .selectFrom('firewall_comparisons')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .execute();
    const count = (name: string) =>
      rows.find((row) => row.kind === 'requests' && row.name === name)?.requests ?? 0;
    return {
      requests: {
        neither: count('neither'),
        old: count('old'),
        new: count('new'),
        both: count('both'),
      },
      rules: rows.flatMap(({ kind, name: ruleId, requests, alone }) =>
        kind === 'requests' ? [] : [{ firewall: kind, ruleId, requests, alone }],
      ),
    };
  },
};
