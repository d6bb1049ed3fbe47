import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import {
  documentStore,
  fromSecretColumns,
  type OpenSecrets,
  toSecretColumns,
} from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { FilterTable, PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { Filter, FilterDocument } from './filter-model.ts';
import { type FilterSecrets, filterSecrets } from './filter-secrets.ts';

type Db = Kysely<PreviousFirewallTables>;

export type FilterStore = ReturnType<typeof filterStore>;

/** Filters, with the signing keys in their expressions sealed. */
export function filterStore(sealer: TextSealer) {
  const secrets = filterSecrets(sealer);
  const mapRow = (row: FilterTable) => mapFilter(row, (sealed, id) => secrets.read(sealed, id));
  const digestOf = (expression: string) => digest(expression, secrets, sealer);
  return {
    ...documentStore<PreviousFirewallTables, 'filters', ZoneScope, Filter>({
      table: 'filters',
      toRow: (filter) => ({
        ...toSecretColumns(filter, secrets),
        zone_id: filter.zoneId,
        expression_digest: digestOf(filter.document.expression),
      }),
      fromRow: mapRow,
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
      return rows.map(mapRow);
    },
  };
}

export function mapFilter(row: FilterTable, open: OpenSecrets<FilterDocument>): Filter {
  return { ...fromSecretColumns(row, open), zoneId: row.zone_id };
}

/** With a hash that has no key, guesses of a signing key could be confirmed. */
function digest(expression: string, { hide }: FilterSecrets, sealer: TextSealer): string {
  const hasKey = hide({ expression }).expression !== expression;
  return hasKey ? sealer.hash(expression) : hash('sha256', expression, 'hex');
}
