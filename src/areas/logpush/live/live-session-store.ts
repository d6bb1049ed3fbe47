import type { TextSealer } from '../../../kernel/sealed-text.ts';
import type { Db, LogpushLiveSessionTable, Tx } from '../logpush-tables.ts';
import type { LiveDocument, LiveSession } from './live-session.ts';

/** Keeps the session of each zone. */
export class LiveSessionStore {
  readonly #sealer: TextSealer;

  constructor(sealer: TextSealer) {
    this.#sealer = sealer;
  }

  /** Undefined if there is none, or its id was sealed with another key. */
  async find(db: Db, zoneId: string): Promise<LiveSession | undefined> {
    const row = await db
      .selectFrom('logpush_live_sessions')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    return row && this.#fromRow(row);
  }

  /** Takes the place of the one that the zone had. */
  async replace(tx: Tx, session: LiveSession): Promise<void> {
    const { zoneId, fields, sample, filter } = session;
    await tx.deleteFrom('logpush_live_sessions').where('zone_id', '=', zoneId).execute();
    await tx
      .insertInto('logpush_live_sessions')
      .values({
        zone_id: zoneId,
        session: this.#sealer.seal(session.id, zoneId),
        document_json: JSON.stringify({ fields, sample, filter } satisfies LiveDocument),
        created_at: session.createdAt,
        heard_at: session.heardAt,
      })
      .execute();
  }

  async heard(tx: Tx, { zoneId, createdAt }: LiveSession, now: number): Promise<void> {
    await tx
      .updateTable('logpush_live_sessions')
      .set({ heard_at: now })
      .where('zone_id', '=', zoneId)
      .where('created_at', '=', createdAt)
      // Of two listeners the earlier one may store that it has left after the later one has come.
      .where('heard_at', '<', now)
      .execute();
  }

  #fromRow(row: LogpushLiveSessionTable): LiveSession | undefined {
    const id = this.#sealer.open(row.session, row.zone_id);
    if (id === undefined) return undefined;
    const document = JSON.parse(row.document_json) as LiveDocument; // written by `replace`
    const { zone_id: zoneId, created_at: createdAt, heard_at: heardAt } = row;
    return { id, zoneId, ...document, createdAt, heardAt };
  }
}
