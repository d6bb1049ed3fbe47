import type { Migration } from '../../../storage/migrator.ts';

const searched = [
  'action',
  'source',
  'rule_id',
  'ruleset_id',
  'host',
  'path',
  'client_ip',
  'ray_id',
] as const;

/**
 * Events have no foreign key to their zone, since deleting a zone must not wait for a million events. The trim
 * job removes the events of deleted zones.
 */
export const securityEventTables: Migration = {
  name: 'security-events/0001-security-event-tables',
  async up(db, { text, bigint, sequence }) {
    let table = db.schema
      .createTable('security_events')
      .addColumn('seq', bigint, sequence)
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('occurred_at', bigint, (c) => c.notNull());
    for (const column of searched) table = table.addColumn(column, text, (c) => c.notNull());
    await table.addColumn('fields_json', text, (c) => c.notNull()).execute();

    await db.schema
      .createIndex('security_events_by_time')
      .on('security_events')
      .columns(['zone_id', 'occurred_at', 'seq'])
      .execute();
    for (const column of searched) {
      await db.schema
        .createIndex(`security_events_by_${column}`)
        .on('security_events')
        .columns(['zone_id', column, 'occurred_at', 'seq'])
        .execute();
    }
  },
};
