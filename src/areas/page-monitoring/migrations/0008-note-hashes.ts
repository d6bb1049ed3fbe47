import type { Migration } from '../../../storage/migrator.ts';

export const pageNoteHashes: Migration = {
  name: 'page-monitoring/0008-note-hashes',
  async up(db, { text }) {
    await db.schema.alterTable('page_notes').addColumn('decided_hash', text).execute();
  },
};
