import { type Expression, type SqlBool, sql } from 'kysely';
import type { Reach } from '../../../http/principal.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import { isWithinReach } from '../balancers/balancer-store.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import type { Reference, ResourceType } from './reference-model.ts';
import { referenceStore } from './reference-store.ts';

export interface SearchQuery extends PageRequest {
  readonly accountId: string;
  /** Part of a name, case-insensitive. */
  readonly text: string;
  /** Where the caller may read load balancers. */
  readonly balancers: Reach;
  readonly directions: readonly Reference['direction'][];
}

/** Monitor groups have no name to search for. */
type FoundType = Exclude<ResourceType, 'monitor_group'>;

export interface FoundResource {
  readonly type: FoundType;
  readonly id: string;
  readonly name: string;
  readonly references: readonly Reference[];
}

/** Finds load balancers and pools of an account by name, and monitors by description. */
export class SearchReadModel {
  readonly #database: LoadBalancingDatabase;

  constructor(database: LoadBalancingDatabase) {
    this.#database = database;
  }

  async search(query: SearchQuery): Promise<Page<FoundResource>> {
    const found = this.#matching(query);
    const rows = await this.#database.read
      .selectFrom(found)
      .selectAll()
      .orderBy('name')
      .orderBy('id')
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await this.#database.read
      .selectFrom(found)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const items: FoundResource[] = [];
    for (const row of rows) {
      items.push({ ...row, references: await this.#references(row, query) });
    }
    return pageOf(items, total, query);
  }

  #matching({ accountId, text, balancers }: SearchQuery) {
    const escaped = text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`);
    const matches = (column: string): Expression<SqlBool> =>
      sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${escaped}%`} escape '\\'`;
    const type = (name: FoundType) => sql.lit(name).as('type');
    const { read } = this.#database;
    return read
      .selectFrom('load_balancers')
      .select([type('load_balancer'), 'id', 'name'])
      .where('account_id', '=', accountId)
      .where(isWithinReach(balancers))
      .where(matches('name'))
      .unionAll(
        read
          .selectFrom('pools')
          .select([type('pool'), 'id', 'name'])
          .where('account_id', '=', accountId)
          .where(matches('name')),
      )
      .unionAll(
        read
          .selectFrom('monitors')
          .select([type('monitor'), 'id', 'description as name'])
          .where('account_id', '=', accountId)
          .where(matches('description')),
      )
      .as('found');
  }

  async #references(
    { type, id }: Pick<FoundResource, 'type' | 'id'>,
    { directions, balancers }: SearchQuery,
  ): Promise<Reference[]> {
    if (directions.length === 0) return [];
    const { read } = this.#database;
    const all = {
      load_balancer: async () => await referenceStore.poolsOfBalancer(read, id),
      monitor: async () => await referenceStore.usersOfMonitor(read, id),
      pool: async () => [
        ...(await referenceStore.balancersOf(read, id, balancers)),
        ...(await referenceStore.monitorOf(read, id)),
      ],
    };
    return (await all[type]()).filter(({ direction }) => directions.includes(direction));
  }
}
