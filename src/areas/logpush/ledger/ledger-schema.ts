import type { Ledger } from '../../../contracts/shipping/shipping-channel.ts';
import { Type } from '../../../kernel/schema.ts';
import { toShortestText } from '../../../kernel/timestamp.ts';
import { type NodeBatch, type NodeLedger, totalOf } from './ledger-model.ts';

const Count = Type.Integer({ minimum: 0 });
const Nullable = Type.Union([Type.String(), Type.Null()]);

/** `produced` = `delivered` + `filtered` + `sampled_out` + `pending` + `dropped`, always. */
const figures = {
  produced: Count,
  delivered: Count,
  filtered: Count,
  sampled_out: Count,
  pending: Count,
  dropped: Count,
  missed: Count,
  batches: Count,
  bytes: Count,
  bytes_sent: Count,
};

export const LedgerResponse = Type.Object({
  total: Type.Object(figures),
  nodes: Type.Array(
    Type.Object({
      node: Type.String(),
      ...figures,
      last_complete: Nullable,
      last_error: Nullable,
      failing_since: Nullable,
      error_message: Nullable,
      reported_at: Type.String(),
    }),
  ),
});

export const BatchResponse = Type.Object({
  id: Type.String(),
  node: Type.String(),
  state: Type.Enum(['sending', 'delivered', 'dropped']),
  produced: Count,
  filtered: Count,
  sampled_out: Count,
  records: Count,
  bytes: Count,
  bytes_sent: Count,
  first_time: Type.String(),
  last_time: Type.String(),
  attempts: Count,
  at: Type.String(),
  replay_id: Nullable,
});

export function ledgerResponse(nodes: readonly NodeLedger[]) {
  return {
    total: figuresOf(totalOf(nodes.map(({ ledger }) => ledger))),
    nodes: nodes.map(({ node, ledger, lastComplete, failure, reportedAt }) => ({
      node,
      ...figuresOf(ledger),
      last_complete: timeText(lastComplete),
      last_error: timeText(failure?.at),
      failing_since: timeText(failure?.since),
      error_message: failure?.message ?? null,
      reported_at: toShortestText(reportedAt),
    })),
  };
}

function figuresOf({ sampledOut, bytesSent, ...ledger }: Ledger) {
  return { ...ledger, sampled_out: sampledOut, bytes_sent: bytesSent };
}

export function batchResponse(batch: NodeBatch) {
  return {
    id: batch.id,
    node: batch.node,
    state: batch.state,
    produced: batch.produced,
    filtered: batch.filtered,
    sampled_out: batch.sampledOut,
    records: batch.records,
    bytes: batch.bytes,
    bytes_sent: batch.bytesSent,
    first_time: toShortestText(batch.firstTime),
    last_time: toShortestText(batch.lastTime),
    attempts: batch.attempts,
    at: toShortestText(batch.at),
    replay_id: batch.replay ?? null,
  };
}

function timeText(time: number | undefined): string | null {
  return time === undefined ? null : toShortestText(time);
}
