import type { Migration } from '../../../storage/migrator.ts';

/** The token that created a live session; null for the key of a user. */
export const liveSessionTokens: Migration = {
  name: 'logpush/0003-live-session-tokens',
  async up(db, { text }) {
    await db.schema.alterTable('logpush_live_sessions').addColumn('token_id', text).execute();
  },
};
