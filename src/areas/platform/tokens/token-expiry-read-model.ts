import type { PlatformDatabase } from '../platform-tables.ts';
import { accountsOfToken } from './token-accounts.ts';
import { mapToken } from './token-store.ts';

/** A token that is about to expire. */
export interface ExpiringToken {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number;
  /** Accounts that are notified; see `accountsOfToken`. */
  readonly accountIds: readonly string[];
}

export class TokenExpiryReadModel {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  /** Enabled tokens that expire after a time, and not after another. */
  async expiring(after: number, until: number): Promise<readonly ExpiringToken[]> {
    const rows = await this.#database.read
      .selectFrom('tokens')
      .selectAll()
      .where('expires_on', '>', after)
      .where('expires_on', '<=', until)
      .where('status', '=', 'active')
      .orderBy('id')
      .execute();
    const tokens: ExpiringToken[] = [];
    for (const token of rows.map(mapToken)) {
      const { id, name, expiresOn } = token;
      if (expiresOn === null) continue;
      const accountIds = await accountsOfToken(this.#database, token);
      tokens.push({ id, name, expiresAt: expiresOn, accountIds });
    }
    return tokens;
  }
}
