import type { Selectable } from 'kysely';
import type { Db, PageNoteTable } from '../page-monitoring-tables.ts';
import type { ItemNote, NoteDecision } from './note-model.ts';

export const noteStore = {
  async find(db: Db, zoneId: string, itemId: string): Promise<ItemNote | undefined> {
    const row = await db
      .selectFrom('page_notes')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .where('item_id', '=', itemId)
      .executeTakeFirst();
    return row && mapNote(row);
  },

  async ofZone(db: Db, zoneId: string): Promise<Map<string, ItemNote>> {
    const rows = await db
      .selectFrom('page_notes')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .execute();
    return new Map(rows.map((row) => [row.item_id, mapNote(row)]));
  },

  async save(db: Db, note: ItemNote): Promise<void> {
    const row = {
      zone_id: note.zoneId,
      owner: note.owner,
      justification: note.justification,
      decision: note.decision,
      decided_by: note.decidedBy ?? null,
      decided_at: note.decidedAt ?? null,
      decided_hash: note.decidedHash ?? null,
      updated_by: note.updatedBy,
      updated_at: note.updatedAt,
    };
    await db
      .insertInto('page_notes')
      .values({ item_id: note.itemId, ...row })
      .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
      .execute();
  },

  async delete(db: Db, itemId: string): Promise<void> {
    await db.deleteFrom('page_notes').where('item_id', '=', itemId).execute();
  },
};

function mapNote(row: Selectable<PageNoteTable>): ItemNote {
  return {
    itemId: row.item_id,
    zoneId: row.zone_id,
    owner: row.owner,
    justification: row.justification,
    decision: row.decision as NoteDecision,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    decidedHash: row.decided_hash ?? undefined,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  };
}
