import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** Values that managed rules of a zone do not see. */
export const rulesetsExceptions: Migration = {
  name: 'rulesets/0003-exceptions',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('rule_exceptions')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'rule_exceptions', {
      rule_exceptions_by_zone: ['zone_id', 'created_at', 'id'],
    });
  },
};
