import type { AccessKeyTable, Db, Tx } from '../rpc-gateway-tables.ts';
import type { AccessKey } from './access-key-model.ts';

/** SQLite limits the number of parameters of a query. */
const IDS_PER_QUERY = 500;

export const accessKeyStore = {
  async list(db: Db, hostnameId: string): Promise<AccessKey[]> {
    const rows = await db
      .selectFrom('web3_access_keys')
      .selectAll()
      .where('hostname_id', '=', hostnameId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(mapAccessKey);
  },

  async find(db: Db, hostnameId: string, id: string): Promise<AccessKey | undefined> {
    const row = await db
      .selectFrom('web3_access_keys')
      .selectAll()
      .where('id', '=', id)
      .where('hostname_id', '=', hostnameId)
      .executeTakeFirst();
    return row && mapAccessKey(row);
  },

  async insert(tx: Tx, key: AccessKey): Promise<void> {
    await tx
      .insertInto('web3_access_keys')
      .values({
        id: key.id,
        hostname_id: key.hostnameId,
        name: key.name,
        key_hash: key.keyHash,
        created_at: key.createdAt,
      })
      .execute();
  },

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('web3_access_keys').where('id', '=', id).execute();
  },

  /** Hashes of the keys by the id of their hostname. */
  async hashesOf(
    db: Db,
    hostnameIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const hashes = new Map<string, string[]>();
    for (let from = 0; from < hostnameIds.length; from += IDS_PER_QUERY) {
      const rows = await db
        .selectFrom('web3_access_keys')
        .select(['hostname_id', 'key_hash'])
        .where('hostname_id', 'in', hostnameIds.slice(from, from + IDS_PER_QUERY))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      for (const { hostname_id: id, key_hash: hash } of rows) {
        hashes.set(id, [...(hashes.get(id) ?? []), hash]);
      }
    }
    return hashes;
  },
};

function mapAccessKey(row: AccessKeyTable): AccessKey {
  return {
    id: row.id,
    hostnameId: row.hostname_id,
    name: row.name,
    keyHash: row.key_hash,
    createdAt: row.created_at,
  };
}
