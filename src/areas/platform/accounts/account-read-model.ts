import type { Place, Reach } from '../../../http/principal.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { Account } from './account-model.ts';
import { mapAccount } from './account-store.ts';

export interface AccountQuery extends PageRequest {
  readonly name: string | undefined;
  readonly direction: 'asc' | 'desc';
}

/** Accounts on which the caller holds a capability, ordered by name. */
export class AccountReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async list(query: AccountQuery, reach: Reach): Promise<Page<Account>> {
    let matching = this.#database.read.selectFrom('accounts');
    matching = matching.where((eb) => {
      const inAny = (places: readonly Place[]) =>
        eb.or(
          places.map(({ accountId }) =>
            accountId === '*' ? eb.and([]) : eb('id', '=', accountId),
          ),
        );
      return eb.and([inAny(reach.allow), eb.not(inAny(reach.deny))]);
    });
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
}
