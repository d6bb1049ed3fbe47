import type { Migration } from '../../../storage/migrator.ts';

export const liveSessions: Migration = {
  name: 'logpush/0002-live-sessions',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('logpush_live_sessions')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('session', text, (c) => c.notNull())
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('heard_at', bigint, (c) => c.notNull())
      .execute();
  },
};
