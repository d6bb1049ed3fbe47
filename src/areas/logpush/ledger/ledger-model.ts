import type { Ledger, LedgerBatch } from '../../../contracts/shipping/shipping-channel.ts';
import type { Job, JobFailure, JobNode } from '../jobs/job-model.ts';

/** The totals of a job on one node, since the creation of the job. */
export interface NodeLedger extends JobNode {
  readonly node: string;
  readonly ledger: Ledger;
}

export interface NodeBatch extends LedgerBatch {
  readonly node: string;
}

const nothing: Ledger = {
  produced: 0,
  delivered: 0,
  filtered: 0,
  sampledOut: 0,
  pending: 0,
  dropped: 0,
  missed: 0,
  batches: 0,
  bytes: 0,
  bytesSent: 0,
};

const figures = Object.keys(nothing) as (keyof Ledger)[];

/** The sum of the ledgers of all nodes. Each ledger is balanced, so the sum is. */
export function totalOf(ledgers: readonly Ledger[]): Ledger {
  return Object.fromEntries(
    figures.map((figure) => [figure, ledgers.reduce((sum, ledger) => sum + ledger[figure], 0)]),
  ) as unknown as Ledger;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether the reporting node has failed for a day and no other node has delivered anything in that time. Time before the
 * job was enabled does not count.
 */
export function hasFailedForADay(
  { since }: JobFailure,
  { nodes, enabledAt }: Pick<Job, 'nodes' | 'enabledAt'>,
  now: number,
): boolean {
  const dayAgo = now - DAY_MS;
  const isLong = Math.max(since, enabledAt) <= dayAgo;
  return isLong && nodes.every(({ lastComplete }) => (lastComplete ?? 0) <= dayAgo);
}
