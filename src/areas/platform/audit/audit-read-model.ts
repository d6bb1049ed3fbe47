import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import type { AuditRow } from './audit-schema.ts';
import { findZonesNamed } from './audited-zone-read-model.ts';

export interface AuditQuery extends PageRequest {
  readonly id: string | undefined;
  readonly actorEmail: string | undefined;
  readonly actorIp: string | undefined;
  readonly actionType: string | undefined;
  readonly zoneName: string | undefined;
  readonly since: number | undefined;
  readonly before: number | undefined;
  readonly direction: 'asc' | 'desc';
}

/** Entries of an account, with or without those of the user, or entries of users only. */
export type AuditScope = { readonly accountId: string; readonly withUserEntries: boolean } | 'user';

type Builder = ExpressionBuilder<PlatformTables, 'audit_entries'>;

/** The audit log, in the order of the changes. */
export class AuditReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async list(scope: AuditScope, query: AuditQuery): Promise<Page<AuditRow>> {
    const zones = await this.#zonesOf(scope, query.zoneName);
    const matching = this.#database.read
      .selectFrom('audit_entries')
      .where((eb) => eb.and([scopeCondition(eb, scope), ...filterConditions(eb, query, zones)]));
    const rows = await matching
      .leftJoin('tokens', 'tokens.id', 'audit_entries.actor_id')
      .selectAll('audit_entries')
      .select(['tokens.name as token_name', 'tokens.owner_id'])
      .orderBy('audit_entries.seq', query.direction)
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows, total, query);
  }

  async #zonesOf(scope: AuditScope, name: string | undefined): Promise<string[] | undefined> {
    if (name === undefined) return undefined;
    // Changes to users are in no zone.
    return scope === 'user' ? [] : await findZonesNamed(this.#database, scope.accountId, name);
  }
}

function scopeCondition(eb: Builder, scope: AuditScope): Expression<SqlBool> {
  const ofUsers = eb('audit_entries.account_id', 'is', null);
  if (scope === 'user') return ofUsers;
  const ofAccount = eb('audit_entries.account_id', '=', scope.accountId);
  return scope.withUserEntries ? eb.or([ofAccount, ofUsers]) : ofAccount;
}

function filterConditions(
  eb: Builder,
  query: AuditQuery,
  zones: readonly string[] | undefined,
): Expression<SqlBool>[] {
  const equal = {
    id: query.id,
    actor_email: query.actorEmail,
    actor_ip: query.actorIp,
    action: query.actionType,
  };
  const conditions: Expression<SqlBool>[] = Object.entries(equal).flatMap(([column, value]) =>
    value === undefined ? [] : [eb(`audit_entries.${column as keyof typeof equal}`, '=', value)],
  );
  const { since, before } = query;
  if (since !== undefined) conditions.push(eb('audit_entries.created_at', '>=', since));
  if (before !== undefined) conditions.push(eb('audit_entries.created_at', '<', before));
  if (zones?.length === 0) conditions.push(eb.lit(false));
  else if (zones) conditions.push(eb('audit_entries.zone_id', 'in', [...zones]));
  return conditions;
}
