import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { FilterTable, PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { Filter, FilterDocument } from './filter-model.ts';

type Db = Kysely<PreviousFirewallTables>;

const digestOf = (expression: string) => hash('sha256', expression, 'hex');

export const filterStore = {
  ...documentStore<PreviousFirewallTables, 'filters', ZoneScope, Filter>({
    table: 'filters',
    toRow: (filter) => ({
      ...toColumns(filter),
      zone_id: filter.zoneId,
      expression_digest: digestOf(filter.document.expression),
    }),
    fromRow: mapFilter,
  }),

  /** The id of the filter with this expression. */
  async idOfExpression(db: Db, zone: ZoneScope, expression: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('filters')
      .select('id')
      .where('zone_id', '=', zone.id)
      .where('expression_digest', '=', digestOf(expression))
      .executeTakeFirst();
    return row?.id;
  },

  /** All filters of a zone, the oldest first. */
  async ofZone(db: Db, zoneId: string): Promise<Filter[]> {
    const rows = await db
      .selectFrom('filters')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(mapFilter);
  },
};

export function mapFilter(row: FilterTable): Filter {
  return { ...fromColumns<FilterDocument>(row), zoneId: row.zone_id };
}
