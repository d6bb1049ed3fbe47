import type { Kysely, Selectable } from 'kysely';
import { prepareQuery } from '../../../storage/prepared-query.ts';
import type { PlatformTables, ZoneTable } from '../platform-tables.ts';
import type { Zone, ZoneStatus, ZoneType } from './zone-model.ts';

/** Zones with the name of their account; `mapZone` turns these rows into a `Zone`. */
export function selectZones(db: Kysely<PlatformTables>) {
  return db
    .selectFrom('zones')
    .innerJoin('accounts', 'accounts.id', 'zones.account_id')
    .selectAll('zones')
    .select('accounts.name as account_name');
}

const zoneById = prepareQuery((db: Kysely<PlatformTables>) =>
  selectZones(db).where('zones.id', '=', ''),
);

/** Reads and writes single zones. */
export const zoneStore = {
  async find(db: Kysely<PlatformTables>, id: string): Promise<Zone | undefined> {
    const [row] = await zoneById(db, id);
    return row && mapZone(row);
  },

  async findByName(db: Kysely<PlatformTables>, name: string): Promise<Zone | undefined> {
    const row = await selectZones(db).where('zones.name', '=', name).executeTakeFirst();
    return row && mapZone(row);
  },

  async existsInOtherAccount(
    db: Kysely<PlatformTables>,
    names: readonly string[],
    accountId: string,
  ): Promise<boolean> {
    const row = await db
      .selectFrom('zones')
      .select('id')
      .where('name', 'in', names)
      .where('account_id', '!=', accountId)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Names hold no wildcards of LIKE. */
  async existsBelowInOtherAccount(
    db: Kysely<PlatformTables>,
    name: string,
    accountId: string,
  ): Promise<boolean> {
    const row = await db
      .selectFrom('zones')
      .select('id')
      .where('name', 'like', `%.${name}`)
      .where('account_id', '!=', accountId)
      .executeTakeFirst();
    return row !== undefined;
  },

  async insert(db: Kysely<PlatformTables>, zone: Zone): Promise<void> {
    await db.insertInto('zones').values(toRow(zone)).execute();
  },

  async update(db: Kysely<PlatformTables>, zone: Zone): Promise<void> {
    await db.updateTable('zones').set(toRow(zone)).where('id', '=', zone.id).execute();
  },

  async delete(db: Kysely<PlatformTables>, id: string): Promise<void> {
    await db.deleteFrom('zones').where('id', '=', id).execute();
  },
};

export function mapZone(row: Selectable<ZoneTable> & { account_name: string }): Zone {
  return {
    id: row.id,
    name: row.name,
    account: { id: row.account_id, name: row.account_name },
    status: row.status as ZoneStatus,
    type: row.type as ZoneType,
    paused: row.paused === 1,
    plan: row.plan,
    vanityNameServers: JSON.parse(row.vanity_name_servers_json),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    activatedAt: row.activated_at,
  };
}

function toRow(zone: Zone): ZoneTable {
  return {
    id: zone.id,
    name: zone.name,
    account_id: zone.account.id,
    status: zone.status,
    type: zone.type,
    paused: zone.paused ? 1 : 0,
    plan: zone.plan,
    vanity_name_servers_json: JSON.stringify(zone.vanityNameServers),
    created_at: zone.createdAt,
    modified_at: zone.modifiedAt,
    activated_at: zone.activatedAt,
  };
}
