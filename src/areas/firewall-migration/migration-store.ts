import type { Kysely } from 'kysely';
import type { FirewallMigrationTables } from './firewall-migration-tables.ts';
import type { MigrationState } from './migration-state.ts';

type Db = Kysely<FirewallMigrationTables>;

/** The stored progress of a zone. */
export interface MigrationRecord {
  readonly zoneId: string;
  readonly state: MigrationState;
  readonly createdAt: number;
  readonly changedAt: number;
}

export const migrationStore = {
  async find(db: Db, zoneId: string): Promise<MigrationRecord | undefined> {
    const row = await db
      .selectFrom('firewall_migrations')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    return row && mapRow(row);
  },

  /** The records of these zones, or all; zones that have taken no step are missing. */
  async list(db: Db, zoneIds: readonly string[] | 'all'): Promise<MigrationRecord[]> {
    let query = db.selectFrom('firewall_migrations').selectAll();
    if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
    return (await query.execute()).map(mapRow);
  },

  async save(db: Db, { zoneId, state, createdAt, changedAt }: MigrationRecord): Promise<void> {
    const row = { state, changed_at: changedAt };
    await db
      .insertInto('firewall_migrations')
      .values({ zone_id: zoneId, created_at: createdAt, ...row })
      .onConflict((conflict) => conflict.column('zone_id').doUpdateSet(row))
      .execute();
  },
};

function mapRow(row: FirewallMigrationTables['firewall_migrations']): MigrationRecord {
  return {
    zoneId: row.zone_id,
    state: row.state as MigrationState, // only `save` writes it
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
