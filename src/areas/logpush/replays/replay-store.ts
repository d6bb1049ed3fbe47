import type { Db, LogpushReplayTable, Tx } from '../logpush-tables.ts';
import type { StoredReplay } from './replay-model.ts';

export const replayStore = {
  /** Replays that were created after a time, oldest first. */
  async list(db: Db, jobIds: readonly number[], after: number): Promise<StoredReplay[]> {
    if (jobIds.length === 0) return [];
    const rows = await db
      .selectFrom('logpush_replays')
      .selectAll()
      .where('job_id', 'in', [...jobIds])
      .where('created_at', '>', after)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return await withNodes(db, rows);
  },

  async insert(tx: Tx, { id, jobId, from, to, createdAt }: StoredReplay): Promise<void> {
    await tx
      .insertInto('logpush_replays')
      .values({ id, job_id: jobId, from_time: from, to_time: to, created_at: createdAt })
      .execute();
  },

  /** Deletes replays that were created before this time: no spool has their lines. */
  async trim(tx: Tx, jobId: number, before: number): Promise<void> {
    await tx
      .deleteFrom('logpush_replays')
      .where('job_id', '=', jobId)
      .where('created_at', '<=', before)
      .execute();
  },

  /** Ignores unknown ids. */
  async finish(tx: Tx, ids: readonly string[], node: string, now: number): Promise<void> {
    if (ids.length === 0) return;
    await tx
      .insertInto('logpush_replay_nodes')
      .columns(['replay_id', 'node', 'finished_at'])
      .expression((eb) =>
        eb
          .selectFrom('logpush_replays')
          .select(['id', eb.val(node).as('node'), eb.val(now).as('finished_at')])
          .where('id', 'in', [...ids]),
      )
      .onConflict((conflict) => conflict.columns(['replay_id', 'node']).doNothing())
      .execute();
  },
};

async function withNodes(db: Db, rows: readonly LogpushReplayTable[]): Promise<StoredReplay[]> {
  if (rows.length === 0) return [];
  const nodes = await db
    .selectFrom('logpush_replay_nodes')
    .select(['replay_id', 'node'])
    .where(
      'replay_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('node')
    .execute();
  const byReplay = Map.groupBy(nodes, ({ replay_id }) => replay_id);
  return rows.map((row) => ({
    id: row.id,
    jobId: row.job_id,
    from: row.from_time,
    to: row.to_time,
    createdAt: row.created_at,
    finishedOn: (byReplay.get(row.id) ?? []).map(({ node }) => node),
  }));
}
