import type { Migration } from '../../../storage/migrator.ts';

export const eventSpikes: Migration = {
  name: 'security-events/0007-event-spikes',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('security_event_spikes')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('service', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('bucket_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('security_event_spikes_key', [
        'zone_id',
        'service',
        'action',
        'host',
      ])
      .execute();
  },
};
