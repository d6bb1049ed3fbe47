import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { Token, TokenOwner } from './token-model.ts';
import { mapToken, tokenStore } from './token-store.ts';

/** The tokens of one owner, oldest first. */
export class TokenReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
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
