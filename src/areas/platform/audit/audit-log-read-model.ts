import { type Expression, type SqlBool, sql } from 'kysely';
import { auditProducts } from '../../../catalogs/audit-products.ts';
import type { AuditEntryTable } from '../../../storage/core-tables.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import { findZonesNamed } from './audited-zone-read-model.ts';

export interface AuditLogRow extends Omit<AuditEntryTable, 'seq'> {
  readonly seq: number;
  readonly account_name: string | null;
  readonly zone_name: string | null;
  readonly token_name: string | null;
  readonly owner_type: string | null;
  readonly owner_id: string | null;
}

/** Values that entries must have, or must not have. */
export interface AuditLogFilter {
  readonly name: AuditLogFilterName;
  readonly values: readonly string[];
  readonly isNegated: boolean;
}

export interface AuditLogQuery {
  readonly accountId: string;
  readonly filters: readonly AuditLogFilter[];
  readonly since: number | undefined;
  readonly before: number | undefined;
  readonly direction: 'asc' | 'desc';
  /** Sequence number of the last entry of the previous slice. */
  readonly after: number | undefined;
  readonly limit: number;
}

const column = (name: string) => sql<string>`coalesce(${sql.ref(name)}, '')`;
const ofToken = (value: Expression<string>) =>
  sql<string>`case when audit_entries.actor_type = 'token' then ${value} else '' end`;

/** The product of an entry's kind of resource. */
const product = sql<string>`case audit_entries.resource ${sql.join(
  auditProducts.flatMap(({ value, resources }) =>
    resources.map((resource) => sql`when ${sql.lit(resource)} then ${sql.lit(value)}`),
  ),
  sql` `,
)} else '' end`;

/** The values that filters compare; the empty text where an entry has none. */
const filterValues = {
  id: column('audit_entries.id'),
  audit_log_id: column('audit_entries.id'),
  action_type: column('audit_entries.action'),
  action_result: sql<string>`'success'`,
  actor_context: sql<string>`case audit_entries.actor_type when 'token' then 'api_token' when 'user' then 'api_key' else '' end`,
  actor_email: column('audit_entries.actor_email'),
  actor_id: sql<string>`case audit_entries.actor_type when 'token' then coalesce(tokens.owner_id, '') else audit_entries.actor_id end`,
  actor_ip_address: column('audit_entries.actor_ip'),
  actor_token_id: ofToken(column('audit_entries.actor_id')),
  actor_token_name: ofToken(column('tokens.name')),
  actor_type: sql<string>`case when audit_entries.actor_type = 'system' then 'system' when tokens.owner_type = 'account' then 'account' else 'user' end`,
  account_name: column('accounts.name'),
  raw_cf_ray_id: column('audit_entries.call_id'),
  raw_method: column('audit_entries.call_method'),
  raw_status_code: sql<string>`coalesce(cast(audit_entries.call_status as text), '')`,
  raw_uri: column('audit_entries.call_path'),
  resource_id: column('audit_entries.resource_id'),
  resource_product: product,
  resource_scope: sql<string>`case when audit_entries.zone_id is null then 'accounts' else 'zones' end`,
  resource_type: column('audit_entries.resource'),
  zone_id: column('audit_entries.zone_id'),
  zone_name: column('zones.name'),
} as const;

export type AuditLogFilterName = keyof typeof filterValues;

export const auditLogFilterNames = Object.keys(filterValues) as AuditLogFilterName[];

/** The entries of an account, in slices: the log is too long to be counted. */
export class AuditLogReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async list(query: AuditLogQuery): Promise<AuditLogRow[]> {
    const { since, before, after, direction } = query;
    const filters = await Promise.all(
      query.filters.map((filter) => this.#withZoneIds(query.accountId, filter)),
    );
    return await this.#database.read
      .selectFrom('audit_entries')
      .leftJoin('accounts', 'accounts.id', 'audit_entries.account_id')
      .leftJoin('zones', 'zones.id', 'audit_entries.zone_id')
      .leftJoin('tokens', 'tokens.id', 'audit_entries.actor_id')
      .selectAll('audit_entries')
      .select(['accounts.name as account_name', 'zones.name as zone_name'])
      .select(['tokens.name as token_name', 'tokens.owner_type', 'tokens.owner_id'])
      .where('audit_entries.account_id', '=', query.accountId)
      .where((eb) =>
        eb.and([
          ...(since === undefined ? [] : [eb('audit_entries.created_at', '>=', since)]),
          ...(before === undefined ? [] : [eb('audit_entries.created_at', '<', before)]),
          ...(after === undefined
            ? []
            : [eb('audit_entries.seq', direction === 'asc' ? '>' : '<', after)]),
          ...filters.map(filterCondition),
        ]),
      )
      .orderBy('audit_entries.seq', direction)
      .limit(query.limit)
      .execute();
  }

  /** Names of zones as ids, so that the entries of deleted zones are found as well. */
  async #withZoneIds(accountId: string, filter: AuditLogFilter): Promise<AuditLogFilter> {
    if (filter.name !== 'zone_name') return filter;
    const ids = await Promise.all(
      filter.values.map((name) => findZonesNamed(this.#database, accountId, name)),
    );
    return { ...filter, name: 'zone_id', values: ids.flat() };
  }
}

function filterCondition({ name, values, isNegated }: AuditLogFilter): Expression<SqlBool> {
  if (values.length === 0) return sql.lit(isNegated);
  const list = sql.join(values.map((value) => sql`${value}`));
  return isNegated
    ? sql<SqlBool>`${filterValues[name]} not in (${list})`
    : sql<SqlBool>`${filterValues[name]} in (${list})`;
}
