import { hashSecret } from '../../../kernel/secret.ts';
import type { LogpushLiveStreamTable, Tx } from '../logpush-tables.ts';
import type { LiveStream, StreamDocument } from './live-stream.ts';

/** The most streams of a zone that wait for their client. */
const MOST_WAITING = 20;

/** Streams that were requested and not opened yet. */
export const liveStreamStore = {
  /** Old ones go, so that there are never more than `MOST_WAITING`. */
  async insert(tx: Tx, secret: string, stream: LiveStream): Promise<void> {
    const { zoneId, tokenId, fields, filter, createdAt } = stream;
    const oldest = tx
      .selectFrom('logpush_live_streams')
      .select('secret_hash')
      .where('zone_id', '=', zoneId)
      .orderBy('created_at', 'desc')
      .orderBy('secret_hash')
      .limit(1_000)
      .offset(MOST_WAITING - 1);
    await tx.deleteFrom('logpush_live_streams').where('secret_hash', 'in', oldest).execute();
    await tx
      .insertInto('logpush_live_streams')
      .values({
        secret_hash: hashSecret(secret),
        zone_id: zoneId,
        token_id: tokenId ?? null,
        document_json: JSON.stringify({ fields, filter } satisfies StreamDocument),
        created_at: createdAt,
      })
      .execute();
  },

  /** Removes the stream. Of two clients with the same secret only one gets it. */
  async take(tx: Tx, zoneId: string, secret: string): Promise<LiveStream | undefined> {
    const row = await tx
      .deleteFrom('logpush_live_streams')
      .where('secret_hash', '=', hashSecret(secret))
      .where('zone_id', '=', zoneId)
      .returningAll()
      .executeTakeFirst();
    return row && fromRow(row);
  },
};

function fromRow(row: LogpushLiveStreamTable): LiveStream {
  const document = JSON.parse(row.document_json) as StreamDocument; // written by `insert`
  const { zone_id: zoneId, created_at: createdAt } = row;
  return { zoneId, tokenId: row.token_id ?? undefined, ...document, createdAt };
}
