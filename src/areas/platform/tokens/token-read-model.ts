import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { Token, TokenOwner } from './token-model.ts';
import { mapToken, tokenStore } from './token-store.ts';

/** What other areas can look up about tokens. */
export interface TokenDirectory {
  /** The ids among these that tokens of the account have. */
  existingIn(accountId: string, tokenIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The tokens of one owner, oldest first. */
export class TokenReadModel implements TokenDirectory {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async existingIn(accountId: string, tokenIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (tokenIds.length === 0) return new Set();
    const rows = await this.#database.read
      .selectFrom('tokens')
      .select('id')
      .where('owner_type', '=', 'account')
      .where('owner_id', '=', accountId)
      .where('id', 'in', [...tokenIds])
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async list(
    owner: TokenOwner,
    request: PageRequest,
    direction: 'asc' | 'desc',
  ): Promise<Page<Token>> {
    const rows = await this.#database.read
      .selectFrom('tokens')
      .selectAll()
      .where('owner_type', '=', owner.type)
      .where('owner_id', '=', owner.id)
      .orderBy('issued_at', direction)
      .orderBy('id', direction)
      .limit(request.perPage)
      .offset(offsetOf(request))
      .execute();
    const total = await tokenStore.count(this.#database.read, owner);
    return pageOf(rows.map(mapToken), total, request);
  }
}
