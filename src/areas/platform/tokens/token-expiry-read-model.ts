import type { PlatformDatabase } from '../platform-tables.ts';
import type { Token } from './token-model.ts';
import { parseResources, type ResourcePattern } from './token-resource.ts';
import { mapToken } from './token-store.ts';

/** A token that is about to expire. */
export interface ExpiringToken {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number;
  /** Accounts that should know about it. */
  readonly accountIds: readonly string[];
}

export interface TokenExpiries {
  /**
   * Enabled tokens that expire after a time, and not after another. A token of an account concerns this account; one of a user
   * those that its policies name. A token for all accounts concerns an account only if there is no other: an account must not
   * learn what the owner of the installation has.
   */
  expiring(after: number, until: number): Promise<readonly ExpiringToken[]>;
}

export class TokenExpiryReadModel implements TokenExpiries {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

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
      tokens.push({ id, name, expiresAt: expiresOn, accountIds: await this.#accountsOf(token) });
    }
    return tokens;
  }

  async #accountsOf({ owner, policies }: Token): Promise<string[]> {
    if (owner.type === 'account') return [owner.id];
    const patterns = policies
      .filter(({ effect }) => effect === 'allow')
      .map(({ resources }) => parseResources(resources))
      .flatMap((parsed) => (parsed.ok ? parsed.patterns : []));
    const named = patterns.flatMap((each) => ('accountId' in each ? [each.accountId] : []));
    const ofZones = await this.#accountsOfZones(patterns);
    const isForAll = patterns.some((each) => each.type !== 'user' && isAny(each));
    const sole = isForAll ? await this.#soleAccount() : [];
    return [...new Set([...named.filter((id) => id !== '*'), ...ofZones, ...sole])].sort();
  }

  async #accountsOfZones(patterns: readonly ResourcePattern[]): Promise<string[]> {
    const zoneIds = patterns.flatMap((each) =>
      each.type === 'zone' && each.accountId === '*' && each.zoneId !== '*' ? [each.zoneId] : [],
    );
    if (zoneIds.length === 0) return [];
    const rows = await this.#database.read
      .selectFrom('zones')
      .select('account_id')
      .distinct()
      .where('id', 'in', zoneIds)
      .execute();
    return rows.map((row) => row.account_id);
  }

  async #soleAccount(): Promise<string[]> {
    const rows = await this.#database.read.selectFrom('accounts').select('id').limit(2).execute();
    return rows.length === 1 ? rows.map(({ id }) => id) : [];
  }
}

function isAny(pattern: Exclude<ResourcePattern, { type: 'user' }>): boolean {
  return pattern.accountId === '*' && (pattern.type === 'account' || pattern.zoneId === '*');
}
