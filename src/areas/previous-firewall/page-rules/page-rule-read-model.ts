import type { Kysely } from 'kysely';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { PageRule } from './page-rule-model.ts';
import { pageRulesOf } from './page-rule-store.ts';

export type { PageRule } from './page-rule-model.ts';

type Db = Kysely<PreviousFirewallTables>;

/** Page rules, for the edge and the migration. */
export const pageRuleReadModel = {
  /** By zone, the oldest first; zones without page rules are missing. */
  async byZone(
    db: Db,
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, readonly PageRule[]>> {
    return Map.groupBy(await pageRulesOf(db, zoneIds), ({ zoneId }) => zoneId);
  },

  async ofZone(db: Db, zoneId: string): Promise<readonly PageRule[]> {
    return await pageRulesOf(db, [zoneId]);
  },
};
