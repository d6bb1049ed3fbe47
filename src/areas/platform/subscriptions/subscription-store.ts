import type { Kysely } from 'kysely';
import type { PlatformTables } from '../platform-tables.ts';
import type { Frequency } from './subscription-schema.ts';

type Db = Kysely<PlatformTables>;

/** The other members of a subscription; its plan is a column of the zone. */
export const subscriptionStore = {
  async findFrequency(db: Db, zoneId: string): Promise<Frequency | undefined> {
    const row = await db
      .selectFrom('zone_subscriptions')
      .select('frequency')
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    return row?.frequency as Frequency | undefined; // validated by the schema of the API
  },

  async deleteFrequency(db: Db, zoneId: string): Promise<void> {
    await db.deleteFrom('zone_subscriptions').where('zone_id', '=', zoneId).execute();
  },

  async saveFrequency(db: Db, zoneId: string, frequency: Frequency): Promise<void> {
    await db
      .insertInto('zone_subscriptions')
      .values({ zone_id: zoneId, frequency })
      .onConflict((conflict) => conflict.column('zone_id').doUpdateSet({ frequency }))
      .execute();
  },
};
