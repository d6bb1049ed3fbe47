import type { Kysely } from 'kysely';
import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { PageRuleTable, PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { PageRule, PageRuleDocument } from './page-rule-model.ts';

export const pageRuleStore = documentStore<
  PreviousFirewallTables,
  'page_rules',
  ZoneScope,
  PageRule
>({
  table: 'page_rules',
  toRow: (rule) => ({ ...toColumns(rule), zone_id: rule.zoneId }),
  fromRow: mapPageRule,
});

export function mapPageRule(row: PageRuleTable): PageRule {
  return { ...fromColumns<PageRuleDocument>(row), zoneId: row.zone_id };
}

/** The page rules of these zones, the oldest first. */
export async function pageRulesOf(
  db: Kysely<PreviousFirewallTables>,
  zoneIds: readonly string[] | 'all',
): Promise<PageRule[]> {
  let query = db.selectFrom('page_rules').selectAll();
  if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  return rows.map(mapPageRule);
}
