import type { Reach, ReachScope } from '../../../http/principal.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { Account } from './account-model.ts';
import { accountStore, mapAccount } from './account-store.ts';

export interface AccountQuery extends PageRequest {
  readonly name: string | undefined;
  readonly direction: 'asc' | 'desc';
}

/** What other areas can look up about accounts. */
export interface AccountDirectory {
  /** The only account within the reach; undefined if there is none, or more than one. */
  soleWithin(reach: Reach): Promise<string | undefined>;
  /** Undefined if there is no such account. */
  nameOf(accountId: string): Promise<string | undefined>;
}

/** Accounts on which the caller holds a capability, ordered by name. */
export class AccountReadModel implements AccountDirectory {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async soleWithin(reach: Reach): Promise<string | undefined> {
    const [first, second] = await this.#within(reach).select('id').limit(2).execute();
    return second ? undefined : first?.id;
  }

  async nameOf(accountId: string): Promise<string | undefined> {
    return (await accountStore.find(this.#database.read, accountId))?.name;
  }

  async list(query: AccountQuery, reach: Reach): Promise<Page<Account>> {
    let matching = this.#within(reach);
    if (query.name !== undefined) {
      matching = matching.where('name_key', '=', query.name.toLowerCase());
    }
    const rows = await matching
      .selectAll()
      .orderBy('name_key', query.direction)
      .orderBy('id')
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapAccount), total, query);
  }

  #within(reach: Reach) {
    return this.#database.read.selectFrom('accounts').where((eb) => {
      const inAny = (scopes: readonly ReachScope[]) =>
        eb.or(
          scopes.map(({ accountId }) =>
            accountId === '*' ? eb.and([]) : eb('id', '=', accountId),
          ),
        );
      return eb.and([inAny(reach.allow), eb.not(inAny(reach.deny))]);
    });
  }
}
