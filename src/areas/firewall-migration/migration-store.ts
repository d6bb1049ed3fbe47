import type { Kysely } from 'kysely';
import type { FirewallMigrationTables } from './firewall-migration-tables.ts';
import type { MigrationState } from './migration-state.ts';

type Db = Kysely<FirewallMigrationTables>;

/** The stored progress of a zone. */
export interface MigrationRecord {
  readonly zoneId: string;
  readonly state: MigrationState;
  readonly createdAt: number;
  /** When both firewalls began to run; undefined for zones that skipped this step. */
  readonly comparedAt: number | undefined;
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

  /** Of a record that exists only the state changes. */
  async save(db: Db, { zoneId, state, createdAt, comparedAt }: MigrationRecord): Promise<void> {
    await db
      .insertInto('firewall_migrations')
      .values({
        zone_id: zoneId,
        state,
        created_at: createdAt,
        compared_at: comparedAt ?? null,
      })
      .onConflict((conflict) => conflict.column('zone_id').doUpdateSet({ state }))
      .execute();
  },
};

function mapRow(row: FirewallMigrationTables['firewall_migrations']): MigrationRecord {
  return {
    zoneId: row.zone_id,
    state: row.state as MigrationState, // only `save` writes it
    createdAt: row.created_at,
    comparedAt: row.compared_at ?? undefined,
  };
}
