import type { Migration } from '../../../storage/migrator.ts';

/** Violations are deleted with their policy. Notes outlive their item, which has the same id if it is observed again. */
export const pageViolationAndNoteTables: Migration = {
  name: 'page-monitoring/0003-violation-and-note-tables',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('page_violation_counts')
      .addColumn('policy_id', text, (c) =>
        c.notNull().references('page_policies.id').onDelete('cascade'),
      )
      .addColumn('hour_at', bigint, (c) => c.notNull())
      .addColumn('resource_type', text, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('page_violation_counts_key', [
        'policy_id',
        'hour_at',
        'resource_type',
      ])
      .execute();
    await db.schema
      .createIndex('page_violation_counts_by_time')
      .on('page_violation_counts')
      .columns(['hour_at'])
      .execute();

    await db.schema
      .createTable('page_violation_samples')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('policy_id', text, (c) =>
        c.notNull().references('page_policies.id').onDelete('cascade'),
      )
      .addColumn('directive', text, (c) => c.notNull())
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('url_host', text, (c) => c.notNull())
      .addColumn('resource_type', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('page_url', text, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addColumn('first_seen_at', bigint, (c) => c.notNull())
      .addColumn('last_seen_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('page_violation_samples_by_policy')
      .on('page_violation_samples')
      .columns(['policy_id', 'last_seen_at'])
      .execute();
    await db.schema
      .createIndex('page_violation_samples_by_time')
      .on('page_violation_samples')
      .columns(['last_seen_at'])
      .execute();

    await db.schema
      .createTable('page_notes')
      .addColumn('item_id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('owner', text, (c) => c.notNull())
      .addColumn('justification', text, (c) => c.notNull())
      .addColumn('decision', text, (c) => c.notNull())
      .addColumn('decided_by', text)
      .addColumn('decided_at', bigint)
      .addColumn('updated_by', text, (c) => c.notNull())
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('page_notes_by_zone')
      .on('page_notes')
      .columns(['zone_id'])
      .execute();
  },
};
