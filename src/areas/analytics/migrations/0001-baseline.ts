import type { Migration } from '../../../storage/migrator.ts';

const tables = [
  { table: 'zone_traffic', owner: 'zones.id' },
  { table: 'account_traffic', owner: 'accounts.id' },
] as const;

export const analyticsBaseline: Migration = {
  name: 'analytics/0001-baseline',
  async up(db, { text, bigint }) {
    for (const { table, owner } of tables) {
      await db.schema
        .createTable(table)
        .addColumn('owner_id', text, (c) => c.notNull().references(owner).onDelete('cascade'))
        .addColumn('figures', text, (c) => c.notNull())
        .addColumn('period', text, (c) => c.notNull())
        .addColumn('start_at', bigint, (c) => c.notNull())
        .addColumn('figures_json', text, (c) => c.notNull())
        .addPrimaryKeyConstraint(`${table}_key`, ['owner_id', 'figures', 'period', 'start_at'])
        .execute();
      await db.schema
        .createIndex(`${table}_by_age`)
        .on(table)
        .columns(['figures', 'period', 'start_at'])
        .execute();
    }
  },
};
