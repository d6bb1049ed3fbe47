import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import { type TextFilter, textFilterCondition } from '../text-filter.ts';
import type { AuditRow } from './audit-schema.ts';

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

/** How many deleted zones with the same name are searched; the latest ones. */
const MAX_DELETED_ZONES = 1000;

type Builder = ExpressionBuilder<PlatformTables, 'audit_entries'>;

/** The audit log, in the order of the changes. */
export class AuditReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async list(scope: AuditScope, query: AuditQuery): Promise<Page<AuditRow>> {
    const deletedZones = await this.#findDeletedZones(scope, query.zoneName);
    const matching = this.#database.read
      .selectFrom('audit_entries')
      .where((eb) =>
        eb.and([scopeCondition(eb, scope), ...filterConditions(eb, query, deletedZones)]),
      );
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

  /** Ids of deleted zones with this name. Only the audit entry of the deletion still has the name. */
  async #findDeletedZones(scope: AuditScope, name: string | undefined): Promise<string[]> {
    if (scope === 'user' || name === undefined) return [];
    const before = sql.ref<string>('before');
    const member: TextFilter = {
      operator: 'contains_case_sensitive',
      value: `"name":${JSON.stringify(name)}`,
    };
    const rows = await this.#database.read
      .selectFrom('audit_entries')
      .select(['resource_id', 'before'])
      .where('account_id', '=', scope.accountId)
      .where('resource', '=', 'zone')
      .where('action', '=', 'delete')
      .where(textFilterCondition(member, { exact: before, folded: before }))
      .orderBy('seq', 'desc')
      .limit(MAX_DELETED_ZONES)
      .execute();
    // The text also contains the name of the account, so the parsed value decides.
    const named = rows.filter((row) => JSON.parse(row.before ?? '{}').name === name);
    return named.map((row) => row.resource_id);
  }
}

function scopeCondition(eb: Builder, scope: AuditScope): Expression<SqlBool> {
  const ofUsers = eb('account_id', 'is', null);
  if (scope === 'user') return ofUsers;
  const ofAccount = eb('account_id', '=', scope.accountId);
  return scope.withUserEntries ? eb.or([ofAccount, ofUsers]) : ofAccount;
}

function filterConditions(
  eb: Builder,
  query: AuditQuery,
  deletedZones: readonly string[],
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (query.id !== undefined) conditions.push(eb('id', '=', query.id));
  if (query.actorEmail !== undefined) conditions.push(eb('actor_email', '=', query.actorEmail));
  if (query.actorIp !== undefined) conditions.push(eb('actor_ip', '=', query.actorIp));
  if (query.actionType !== undefined) conditions.push(eb('action', '=', query.actionType));
  if (query.since !== undefined) conditions.push(eb('created_at', '>=', query.since));
  if (query.before !== undefined) conditions.push(eb('created_at', '<', query.before));
  if (query.zoneName !== undefined) {
    const zones = eb.selectFrom('zones').select('zones.id').where('name', '=', query.zoneName);
    const isExisting = eb('zone_id', 'in', zones);
    const isDeleted = deletedZones.length > 0 ? [eb('zone_id', 'in', deletedZones)] : [];
    conditions.push(eb.or([isExisting, ...isDeleted]));
  }
  return conditions;
}
