import type { Kysely } from 'kysely';
import type { OpenSecrets } from '../../../resources/document-store.ts';
import type { FilterDocument } from '../filters/filter-model.ts';
import { mapFilter } from '../filters/filter-store.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { FirewallRule, FirewallRuleWithFilter } from './firewall-rule-model.ts';
import { mapFirewallRule } from './firewall-rule-store.ts';

export type { FirewallRuleWithFilter } from './firewall-rule-model.ts';

type Db = Kysely<PreviousFirewallTables>;

/** Firewall rules with their filters, for the API, the edge and the migration. */
export class FirewallRuleReadModel {
  readonly #open: OpenSecrets<FilterDocument>;

  constructor(open: OpenSecrets<FilterDocument>) {
    this.#open = open;
  }

  /** By zone, the oldest first; zones without firewall rules are missing. */
  async byZone(
    db: Db,
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, readonly FirewallRuleWithFilter[]>> {
    let rules = db.selectFrom('firewall_rules').selectAll();
    let filters = db
      .selectFrom('filters')
      .selectAll()
      .where('id', 'in', db.selectFrom('firewall_rules').select('filter_id'));
    if (zoneIds !== 'all') {
      rules = rules.where('zone_id', 'in', [...zoneIds]);
      filters = filters.where('zone_id', 'in', [...zoneIds]);
    }
    const byId = new Map(
      (await filters.execute()).map((row) => [row.id, mapFilter(row, this.#open)]),
    );
    const rows = await rules.orderBy('created_at').orderBy('id').execute();
    const complete = rows.flatMap((row) => {
      const filter = byId.get(row.filter_id);
      return filter ? [{ rule: mapFirewallRule(row), filter }] : [];
    });
    return Map.groupBy(complete, ({ rule }) => rule.zoneId);
  }

  async ofZone(db: Db, zoneId: string): Promise<readonly FirewallRuleWithFilter[]> {
    return (await this.byZone(db, [zoneId])).get(zoneId) ?? [];
  }

  async withFilters(db: Db, rules: readonly FirewallRule[]): Promise<FirewallRuleWithFilter[]> {
    const ids = [...new Set(rules.map(({ document }) => document.filter.id))];
    const rows = await db.selectFrom('filters').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, mapFilter(row, this.#open)]));
    return rules.flatMap((rule) => {
      const filter = byId.get(rule.document.filter.id);
      return filter ? [{ rule, filter }] : [];
    });
  }
}
