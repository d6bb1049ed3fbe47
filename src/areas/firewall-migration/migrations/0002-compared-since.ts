import type { Migration } from '../../../storage/migrator.ts';

/** Since when both firewalls are compared, instead of when the state has changed. */
export const comparedSince: Migration = {
  name: 'firewall-migration/0002-compared-since',
  async up(db, { bigint }) {
    await db.schema.alterTable('firewall_migrations').addColumn('compared_at', bigint).execute();
    await db.schema.alterTable('firewall_migrations').dropColumn('changed_at').execute();
  },
};
