import type { Selectable } from 'kysely';
import { limits } from '../../../catalogs/limits.ts';
import type { JobProgress } from '../../../contracts/shipping/shipping-channel.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import { mapJobNode } from '../jobs/job-store.ts';
import type { Db, LogpushBatchTable, LogpushJobNodeTable, Tx } from '../logpush-tables.ts';
import type { NodeBatch, NodeLedger } from './ledger-model.ts';

/** A failure may quote the response of a destination. */
const LONGEST_MESSAGE = 1_000;

/** Reports of nodes about jobs. */
export const ledgerStore = {
  async nodes(db: Db, jobId: number): Promise<NodeLedger[]> {
    const rows = await db
      .selectFrom('logpush_job_nodes')
      .selectAll()
      .where('job_id', '=', jobId)
      .orderBy('node')
      .execute();
    return rows.map(mapNode);
  },

  /** Newest first. */
  async batches(db: Db, jobId: number, page: PageRequest): Promise<Page<NodeBatch>> {
    const all = db.selectFrom('logpush_batches').where('job_id', '=', jobId);
    const rows = await all
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(page.perPage)
      .offset(offsetOf(page))
      .execute();
    const { total } = await all
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapBatch), total, page);
  },

  /** Saves the totals and failures of jobs. */
  async saveNodes(
    tx: Tx,
    node: string,
    progress: readonly JobProgress[],
    now: number,
  ): Promise<void> {
    const rows = progress.map(({ jobId, ledger, lastComplete, failure }) => ({
      job_id: jobId,
      node,
      ledger_json: JSON.stringify(ledger),
      last_complete: lastComplete ?? null,
      failed_at: failure?.at ?? null,
      failing_since: failure?.since ?? null,
      failure: failure?.message.slice(0, LONGEST_MESSAGE) ?? null,
      reported_at: now,
    }));
    await tx
      .insertInto('logpush_job_nodes')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['job_id', 'node']).doUpdateSet((eb) => ({
          ledger_json: eb.ref('excluded.ledger_json'),
          last_complete: eb.ref('excluded.last_complete'),
          failed_at: eb.ref('excluded.failed_at'),
          failing_since: eb.ref('excluded.failing_since'),
          failure: eb.ref('excluded.failure'),
          reported_at: eb.ref('excluded.reported_at'),
        })),
      )
      .execute();
  },

  /** Inserts or updates batches, and deletes the oldest ones beyond the limit. */
  async saveBatches(tx: Tx, node: string, progress: readonly JobProgress[]): Promise<void> {
    const rows = progress.flatMap(({ jobId, batches }) =>
      batches.slice(-limits.batchesPerLogpushJob).map((batch) => ({
        job_id: jobId,
        batch_id: batch.id,
        node,
        batch_json: JSON.stringify(batch),
      })),
    );
    if (rows.length === 0) return;
    await tx
      .insertInto('logpush_batches')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['job_id', 'batch_id'])
          .doUpdateSet((eb) => ({ batch_json: eb.ref('excluded.batch_json') })),
      )
      .execute();
    for (const jobId of new Set(rows.map((row) => row.job_id))) await removeOldest(tx, jobId);
  },
};

async function removeOldest(tx: Tx, jobId: number): Promise<void> {
  const beyond = await tx
    .selectFrom('logpush_batches')
    .select('seq')
    .where('job_id', '=', jobId)
    .orderBy('seq', 'desc')
    .offset(limits.batchesPerLogpushJob)
    .limit(1)
    .executeTakeFirst();
  if (!beyond) return;
  await tx
    .deleteFrom('logpush_batches')
    .where('job_id', '=', jobId)
    .where('seq', '<=', beyond.seq)
    .execute();
}

function mapNode(row: LogpushJobNodeTable): NodeLedger {
  return {
    ...mapJobNode(row),
    node: row.node,
    ledger: JSON.parse(row.ledger_json),
  };
}

function mapBatch(row: Selectable<LogpushBatchTable>): NodeBatch {
  return { ...JSON.parse(row.batch_json), node: row.node };
}
