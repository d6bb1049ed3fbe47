import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** Filters by country find events that are stored from now on. */
export const securityEventsCountries: Migration = {
  name: 'security-events/0002-countries',
  async up(db, { text }) {
    await db.schema
      .alterTable('security_events')
      .addColumn('country', text, (c) => c.notNull().defaultTo('unknown'))
      .execute();
    await db.schema
      .alterTable('security_events')
      .addColumn('country_key', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await createIndexes(db, 'security_events', {
      security_events_by_country: ['country_key', 'occurred_at', 'seq'],
    });
  },
};
