import { type Expression, type SqlBool, sql } from 'kysely';
import type { AuditEntryTable } from '../../../storage/core-tables.ts';
import type { PlatformDatabase } from '../platform-tables.ts';

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
  resource_id: column('audit_entries.resource_id'),
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
          ...query.filters.map(filterCondition),
        ]),
      )
      .orderBy('audit_entries.seq', direction)
      .limit(query.limit)
      .execute();
  }
}

function filterCondition({ name, values, isNegated }: AuditLogFilter): Expression<SqlBool> {
  const list = sql.join(values.map((value) => sql`${value}`));
  return isNegated
    ? sql<SqlBool>`${filterValues[name]} not in (${list})`
    : sql<SqlBool>`${filterValues[name]} in (${list})`;
}
