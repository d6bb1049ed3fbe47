import type { Kysely } from 'kysely';
import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { Referrer } from '../../../resources/referrers.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { FirewallRuleTable, PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { FirewallRule, FirewallRuleDocument } from './firewall-rule-model.ts';

type Db = Kysely<PreviousFirewallTables>;

export const firewallRuleStore = {
  ...documentStore<PreviousFirewallTables, 'firewall_rules', ZoneScope, FirewallRule>({
    table: 'firewall_rules',
    toRow: (rule) => ({
      ...toColumns(rule),
      zone_id: rule.zoneId,
      filter_id: rule.document.filter.id,
    }),
    fromRow: mapFirewallRule,
  }),

  /** The rules that use a filter. */
  async usersOf(db: Db, filterId: string): Promise<Referrer[]> {
    const rows = await db
      .selectFrom('firewall_rules')
      .selectAll()
      .where('filter_id', '=', filterId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(mapFirewallRule).map(({ id, document }) => ({
      noun: 'firewall rule',
      id,
      name: document.description ?? '',
    }));
  },
};

export function mapFirewallRule(row: FirewallRuleTable): FirewallRule {
  return { ...fromColumns<FirewallRuleDocument>(row), zoneId: row.zone_id };
}
