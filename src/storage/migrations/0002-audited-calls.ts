import type { Migration } from '../migrator.ts';

/** The API call of each audit entry; null for changes without one. */
export const auditedCalls: Migration = {
  name: 'storage/0002-audited-calls',
  async up(db, { text }) {
    for (const column of ['call_id', 'call_method', 'call_path']) {
      await db.schema.alterTable('audit_entries').addColumn(column, text).execute();
    }
    await db.schema.alterTable('audit_entries').addColumn('call_status', 'integer').execute();
  },
};
