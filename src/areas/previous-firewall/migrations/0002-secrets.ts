import type { Migration } from '../../../storage/migrator.ts';

/** The secret parts of filters, encrypted; null if there are none. */
export const previousFirewallSecrets: Migration = {
  name: 'previous-firewall/0002-secrets',
  async up(db, { text }) {
    await db.schema.alterTable('filters').addColumn('secrets', text).execute();
  },
};
