import type { Capability } from '../../../catalogs/permissions.ts';
import type { Resource } from '../../../http/principal.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import { accountsOfToken } from './token-accounts.ts';
import { refusalOf, type Token, type TokenOwner } from './token-model.ts';
import { compileRights } from './token-rights.ts';
import { mapToken, tokenStore } from './token-store.ts';

/** What other areas can look up about tokens. */
export interface TokenDirectory {
  /** Selects the ids of tokens that concern the account; see `accountsOfToken`. */
  concerning(accountId: string, tokenIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Whether a token is valid now, has the capability, and was not changed after a time. A change may have replaced its
   * secret, so holders of the old one lose access. Conditions about addresses are not checked.
   */
  holds(
    tokenId: string,
    unchangedSince: number,
    capability: Capability,
    resource: Resource,
  ): Promise<boolean>;
}

/** The tokens of one owner, oldest first. */
export class TokenReadModel implements TokenDirectory {
  readonly #database: PlatformDatabase;
  readonly #clock: Clock;

  constructor(database: PlatformDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async holds(
    tokenId: string,
    unchangedSince: number,
    capability: Capability,
    resource: Resource,
  ): Promise<boolean> {
    const token = await tokenStore.findById(this.#database.read, tokenId);
    if (!token || refusalOf({ ...token, condition: null }, this.#clock.now(), '') !== undefined) {
      return false;
    }
    // The clocks of nodes differ, so the creation of the token may seem later.
    if (token.modifiedAt > Math.max(unchangedSince, token.issuedAt)) return false;
    return compileRights(token.policies, token.owner).allows(capability, resource);
  }

  async concerning(accountId: string, tokenIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (tokenIds.length === 0) return new Set();
    const rows = await this.#database.read
      .selectFrom('tokens')
      .selectAll()
      .where('id', 'in', [...tokenIds])
      .execute();
    const found = new Set<string>();
    for (const token of rows.map(mapToken)) {
      const accountIds = await accountsOfToken(this.#database, token);
      if (accountIds.includes(accountId)) found.add(token.id);
    }
    return found;
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
