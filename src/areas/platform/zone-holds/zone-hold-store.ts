import type { Kysely } from 'kysely';
import type { PlatformTables } from '../platform-tables.ts';
import { noHold, type ZoneHold } from './zone-hold-model.ts';

type Db = Kysely<PlatformTables>;

export const zoneHoldStore = {
  async find(db: Db, zoneId: string): Promise<ZoneHold> {
    const row = await db
      .selectFrom('zone_holds')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    if (!row) return noHold;
    return { includeSubdomains: row.include_subdomains === 1, holdAfter: row.hold_after };
  },

  /** A zone of another account with one of these names that holds all names below its own. */
  async findHolder(
    db: Db,
    names: readonly string[],
    accountId: string,
    now: number,
  ): Promise<string | undefined> {
    const row = await db
      .selectFrom('zones')
      .innerJoin('zone_holds', 'zone_holds.zone_id', 'zones.id')
      .select('zones.name')
      .where('zones.name', 'in', names)
      .where('zones.account_id', '!=', accountId)
      .where('zone_holds.include_subdomains', '=', 1)
      .where('zone_holds.hold_after', '<=', now)
      .executeTakeFirst();
    return row?.name;
  },

  async save(db: Db, zoneId: string, { includeSubdomains, holdAfter }: ZoneHold): Promise<void> {
    const row = { include_subdomains: includeSubdomains ? 1 : 0, hold_after: holdAfter };
    await db
      .insertInto('zone_holds')
      .values({ zone_id: zoneId, ...row })
      .onConflict((conflict) => conflict.column('zone_id').doUpdateSet(row))
      .execute();
  },
};
