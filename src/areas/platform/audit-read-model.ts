import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { AuditRow } from './audit-schema.ts';
import type { PlatformDatabase, PlatformTables } from './platform-tables.ts';

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

/** Whose entries: those of an account, with or without the user's own, or those of users alone. */
export type AuditScope = { readonly accountId: string; readonly withUserEntries: boolean } | 'user';

type Builder = ExpressionBuilder<PlatformTables, 'audit_entries'>;

/** The audit log, in the order in which the changes were made. */
export class AuditReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async list(scope: AuditScope, query: AuditQuery): Promise<Page<AuditRow>> {
    const matching = this.#database.read
      .selectFrom('audit_entries')
      .where((eb) => eb.and([scopeCondition(eb, scope), ...filterConditions(eb, query)]));
    const rows = await matching
      .selectAll()
      .orderBy('seq', query.direction)
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows, total, query);
  }
}

function scopeCondition(eb: Builder, scope: AuditScope): Expression<SqlBool> {
  const ofUsers = eb('account_id', 'is', null);
  if (scope === 'user') return ofUsers;
  const ofAccount = eb('account_id', '=', scope.accountId);
  return scope.withUserEntries ? eb.or([ofAccount, ofUsers]) : ofAccount;
}

function filterConditions(eb: Builder, query: AuditQuery): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (query.id !== undefined) conditions.push(eb('id', '=', query.id));
  if (query.actorEmail !== undefined) conditions.push(eb('actor_email', '=', query.actorEmail));
  if (query.actorIp !== undefined) conditions.push(eb('actor_ip', '=', query.actorIp));
  if (query.actionType !== undefined) conditions.push(eb('action', '=', query.actionType));
  if (query.since !== undefined) conditions.push(eb('created_at', '>=', query.since));
  if (query.before !== undefined) conditions.push(eb('created_at', '<', query.before));
  if (query.zoneName !== undefined) {
    const zones = eb.selectFrom('zones').select('zones.id').where('name', '=', query.zoneName);
    conditions.push(eb('zone_id', 'in', zones));
  }
  return conditions;
}
