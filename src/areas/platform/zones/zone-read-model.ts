import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Reach, ReachScope } from '../../../http/principal.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { CoreTables } from '../../../storage/core-tables.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import { parseTextFilter, textFilterCondition } from '../text-filter.ts';
import type { Zone, ZoneType } from './zone-model.ts';
import { mapZone, selectZones } from './zone-store.ts';

/** Columns by which lists can be ordered. The name of the zone breaks ties, so the order is total. */
export const zoneOrders = {
  name: 'zones.name',
  status: 'zones.status',
  'account.id': 'zones.account_id',
  'account.name': 'accounts.name',
  'plan.id': 'zones.plan',
} as const;

export type ZoneOrder = keyof typeof zoneOrders;

export interface ZoneQuery extends PageRequest {
  readonly name: string | undefined;
  readonly accountId: string | undefined;
  readonly accountName: string | undefined;
  readonly status: string | undefined;
  readonly types: readonly ZoneType[] | undefined;
  /** Whether all filters must match, or at least one. */
  readonly match: 'all' | 'any';
  readonly order: ZoneOrder;
  readonly direction: 'asc' | 'desc';
}

type Builder = ExpressionBuilder<PlatformTables, 'zones' | 'accounts'>;

export interface ZoneAccount {
  readonly id: string;
  readonly accountId: string;
  readonly plan: string;
}

export interface ZoneName {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
}

/** What other areas can look up about zones. */
export interface ZoneDirectory {
  find(zoneId: string): Promise<Zone | undefined>;
  /**
   * The zones with these ids, or all zones, with their accounts and plans. `within` is the transaction that asks, if there
   * is one.
   */
  listAccounts(
    zoneIds: readonly string[] | 'all',
    within?: Kysely<CoreTables>,
  ): Promise<readonly ZoneAccount[]>;
  /** The names of all zones. */
  listNames(): Promise<readonly ZoneName[]>;
  /** The names of the zones of the account. */
  namesOf(accountId: string): Promise<readonly ZoneName[]>;
  /** Selects the ids of existing zones. Events of a zone may arrive after its deletion. */
  existing(zoneIds: Iterable<string>): Promise<ReadonlySet<string>>;
  /** The plans that zones of the account have; none if it has no zone. */
  plansOf(accountId: string): Promise<readonly string[]>;
}

/** Lists of zones on which the caller holds a capability, and lookups for other areas. */
export class ZoneReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async listAccounts(zoneIds: readonly string[] | 'all', within?: Kysely<CoreTables>) {
    // The database has the tables of all areas; only the types differ.
    const db = (within as Kysely<PlatformTables> | undefined) ?? this.#database.read;
    let query = db.selectFrom('zones').select(['id', 'account_id as accountId', 'plan']);
    if (zoneIds !== 'all') query = query.where('id', 'in', [...zoneIds]);
    return await query.execute();
  }

  async listNames(): Promise<readonly ZoneName[]> {
    return await this.#names().execute();
  }

  async namesOf(accountId: string): Promise<readonly ZoneName[]> {
    return await this.#names().where('account_id', '=', accountId).execute();
  }

  #names() {
    return this.#database.read
      .selectFrom('zones')
      .select(['id', 'name', 'account_id as accountId']);
  }

  async existing(zoneIds: Iterable<string>): Promise<ReadonlySet<string>> {
    const ids = [...new Set(zoneIds)];
    const known = ids.length > 0 ? await this.listAccounts(ids) : [];
    return new Set(known.map(({ id }) => id));
  }

  async plansOf(accountId: string): Promise<readonly string[]> {
    const rows = await this.#database.read
      .selectFrom('zones')
      .select('plan')
      .distinct()
      .where('account_id', '=', accountId)
      .execute();
    return rows.map(({ plan }) => plan);
  }

  async list(query: ZoneQuery, reach: Reach): Promise<Page<Zone>> {
    const matching = selectZones(this.#database.read).where((eb) =>
      eb.and([reachCondition(eb, reach), filterCondition(eb, query)]),
    );
    const rows = await matching
      .orderBy(zoneOrders[query.order], query.direction)
      .orderBy('zones.name', query.direction)
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapZone), total, query);
  }
}

function reachCondition(eb: Builder, { allow, deny }: Reach): Expression<SqlBool> {
  const inAny = (scopes: readonly ReachScope[]) =>
    eb.or(scopes.map((scope) => scopeCondition(eb, scope)));
  return eb.and([inAny(allow), eb.not(inAny(deny))]);
}

function scopeCondition(eb: Builder, { accountId, zoneId }: ReachScope): Expression<SqlBool> {
  return eb.and([
    ...(accountId === '*' ? [] : [eb('zones.account_id', '=', accountId)]),
    ...(zoneId === '*' ? [] : [eb('zones.id', '=', zoneId)]),
  ]);
}

function filterCondition(eb: Builder, query: ZoneQuery): Expression<SqlBool> {
  const filters: Expression<SqlBool>[] = [];
  if (query.name !== undefined) {
    const name = sql.ref<string>('zones.name');
    filters.push(textFilterCondition(parseTextFilter(query.name), { exact: name, folded: name }));
  }
  if (query.accountName !== undefined) {
    const columns = {
      exact: sql.ref<string>('accounts.name'),
      folded: sql.ref<string>('accounts.name_key'),
    };
    filters.push(textFilterCondition(parseTextFilter(query.accountName), columns));
  }
  if (query.accountId !== undefined) filters.push(eb('zones.account_id', '=', query.accountId));
  if (query.status !== undefined) filters.push(eb('zones.status', '=', query.status));
  if (query.types) filters.push(eb('zones.type', 'in', query.types));
  const wanted = query.match === 'any' && filters.length > 0 ? eb.or(filters) : eb.and(filters);
  // Internal zones are listed only if the filter names their type.
  return query.types ? wanted : eb.and([wanted, eb('zones.type', '<>', 'internal')]);
}
