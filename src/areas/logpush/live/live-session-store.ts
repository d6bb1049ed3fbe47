import type { TextSealer } from '../../../kernel/sealed-text.ts';
import type { Db, LogpushLiveSessionTable, Tx } from '../logpush-tables.ts';
import type { LiveDocument, LiveSession } from './live-session.ts';

/** Stores one session per zone. */
export class LiveSessionStore {
  readonly #sealer: TextSealer;

  constructor(sealer: TextSealer) {
    this.#sealer = sealer;
  }

  /** Undefined if there is none, or its id was encrypted with another key. */
  async find(db: Db, zoneId: string): Promise<LiveSession | undefined> {
    const row = await db
      .selectFrom('logpush_live_sessions')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    return row && this.#fromRow(row);
  }

  /** Replaces the previous session of the zone. */
  async replace(tx: Tx, session: LiveSession): Promise<void> {
    const { zoneId, tokenId, fields, sample, filter } = session;
    await tx.deleteFrom('logpush_live_sessions').where('zone_id', '=', zoneId).execute();
    await tx
      .insertInto('logpush_live_sessions')
      .values({
        zone_id: zoneId,
        session: this.#sealer.seal(session.id, zoneId),
        token_id: tokenId ?? null,
        document_json: JSON.stringify({ fields, sample, filter } satisfies LiveDocument),
        created_at: session.createdAt,
        heard_at: session.lastListenedAt,
      })
      .execute();
  }

  async saveListened(tx: Tx, { zoneId, createdAt }: LiveSession, now: number): Promise<void> {
    await tx
      .updateTable('logpush_live_sessions')
      .set({ heard_at: now })
      .where('zone_id', '=', zoneId)
      .where('created_at', '=', createdAt)
      // A listener that was replaced may store its end after its successor has stored its start.
      .where('heard_at', '<', now)
      .execute();
  }

  #fromRow(row: LogpushLiveSessionTable): LiveSession | undefined {
    const id = this.#sealer.open(row.session, row.zone_id);
    if (id === undefined) return undefined;
    const document = JSON.parse(row.document_json) as LiveDocument; // written by `replace`
    const tokenId = row.token_id ?? undefined;
    const { zone_id: zoneId, created_at: createdAt, heard_at: lastListenedAt } = row;
    return { id, zoneId, tokenId, ...document, createdAt, lastListenedAt };
  }
}
