import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** Deliveries that wait for a digest of their destination, and those that were sent in one. */
export const notificationDigests: Migration = {
  name: 'notifications/0002-digests',
  async up(db, { text, bigint }) {
    const table = 'notification_deliveries';
    await db.schema.alterTable(table).addColumn('held_until', bigint).execute();
    await db.schema.alterTable(table).addColumn('digest_id', text).execute();
    const destination = ['account_id', 'mechanism_type', 'mechanism'];
    await createIndexes(db, table, {
      notification_deliveries_by_destination: [...destination, 'created_at'],
      notification_deliveries_by_hold: [...destination, 'held_until'],
      notification_deliveries_by_digest: ['digest_id'],
    });
  },
};
