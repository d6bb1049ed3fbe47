import type { Kysely, Selectable } from 'kysely';
import type { AccountTable, PlatformTables } from '../platform-tables.ts';
import type { Account } from './account-model.ts';

/** Reads and writes single accounts. */
export const accountStore = {
  async find(db: Kysely<PlatformTables>, id: string): Promise<Account | undefined> {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
    return row && mapAccount(row);
  },

  async insert(db: Kysely<PlatformTables>, account: Account): Promise<void> {
    await db.insertInto('accounts').values(toRow(account)).execute();
  },

  async update(db: Kysely<PlatformTables>, account: Account): Promise<void> {
    await db.updateTable('accounts').set(toRow(account)).where('id', '=', account.id).execute();
  },

  async delete(db: Kysely<PlatformTables>, id: string): Promise<void> {
    await db.deleteFrom('accounts').where('id', '=', id).execute();
  },
};

export function mapAccount(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    name: row.name,
    type: row.type as Account['type'],
    settings: JSON.parse(row.settings_json),
    createdAt: row.created_at,
  };
}

function toRow(account: Account): AccountTable {
  return {
    id: account.id,
    name: account.name,
    name_key: account.name.toLowerCase(),
    type: account.type,
    settings_json: JSON.stringify(account.settings),
    created_at: account.createdAt,
  };
}
