import type { Kysely, Selectable } from 'kysely';
import type { PlatformTables, TokenTable } from '../platform-tables.ts';
import type { Token, TokenOwner } from './token-model.ts';

/** Reads and writes single tokens. */
export const tokenStore = {
  async find(
    db: Kysely<PlatformTables>,
    owner: TokenOwner,
    id: string,
  ): Promise<Token | undefined> {
    const row = await db
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', id)
      .where('owner_type', '=', owner.type)
      .where('owner_id', '=', owner.id)
      .executeTakeFirst();
    return row && mapToken(row);
  },

  async findById(db: Kysely<PlatformTables>, id: string): Promise<Token | undefined> {
    const row = await db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst();
    return row && mapToken(row);
  },

  async findBySecretHash(db: Kysely<PlatformTables>, hash: string): Promise<Token | undefined> {
    const row = await db
      .selectFrom('tokens')
      .selectAll()
      .where('secret_hash', '=', hash)
      .executeTakeFirst();
    return row && mapToken(row);
  },

  async findManagedBySettings(db: Kysely<PlatformTables>): Promise<Token | undefined> {
    const row = await db
      .selectFrom('tokens')
      .selectAll()
      .where('managed_by', '=', 'settings')
      .executeTakeFirst();
    return row && mapToken(row);
  },

  async allOf(db: Kysely<PlatformTables>, owner: TokenOwner): Promise<Token[]> {
    const rows = await db
      .selectFrom('tokens')
      .selectAll()
      .where('owner_type', '=', owner.type)
      .where('owner_id', '=', owner.id)
      .execute();
    return rows.map(mapToken);
  },

  async count(db: Kysely<PlatformTables>, owner: TokenOwner): Promise<number> {
    const { count } = await db
      .selectFrom('tokens')
      .where('owner_type', '=', owner.type)
      .where('owner_id', '=', owner.id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },

  async insert(db: Kysely<PlatformTables>, token: Token): Promise<void> {
    await db.insertInto('tokens').values(toRow(token)).execute();
  },

  async update(db: Kysely<PlatformTables>, token: Token): Promise<void> {
    await db.updateTable('tokens').set(toRow(token)).where('id', '=', token.id).execute();
  },

  async delete(db: Kysely<PlatformTables>, id: string): Promise<void> {
    await db.deleteFrom('tokens').where('id', '=', id).execute();
  },

  /** Writes no audit entry and no event: the time of the last use is not a change of the token. */
  async setLastUsed(db: Kysely<PlatformTables>, id: string, at: number): Promise<void> {
    await db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute();
  },
};

export function mapToken(row: Selectable<TokenTable>): Token {
  return {
    id: row.id,
    owner: { type: row.owner_type as TokenOwner['type'], id: row.owner_id },
    name: row.name,
    disabled: row.status === 'disabled',
    secretHash: row.secret_hash,
    policies: JSON.parse(row.policies_json),
    condition: row.condition_json === null ? null : JSON.parse(row.condition_json),
    notBefore: row.not_before,
    expiresOn: row.expires_on,
    issuedAt: row.issued_at,
    modifiedAt: row.modified_at,
    lastUsedAt: row.last_used_at,
    managedBy: row.managed_by as Token['managedBy'],
  };
}

function toRow(token: Token): TokenTable {
  return {
    id: token.id,
    owner_type: token.owner.type,
    owner_id: token.owner.id,
    name: token.name,
    status: token.disabled ? 'disabled' : 'active',
    secret_hash: token.secretHash,
    policies_json: JSON.stringify(token.policies),
    condition_json: token.condition && JSON.stringify(token.condition),
    not_before: token.notBefore,
    expires_on: token.expiresOn,
    issued_at: token.issuedAt,
    modified_at: token.modifiedAt,
    last_used_at: token.lastUsedAt,
    managed_by: token.managedBy,
  };
}
