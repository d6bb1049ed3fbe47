import type { Migration } from '../../../storage/migrator.ts';

/** The secret parts of documents, encrypted; null if there are none. */
export const loadBalancingSecrets: Migration = {
  name: 'load-balancing/0002-secrets',
  async up(db, { text }) {
    for (const table of ['monitors', 'load_balancers']) {
      await db.schema.alterTable(table).addColumn('secrets', text).execute();
    }
  },
};
