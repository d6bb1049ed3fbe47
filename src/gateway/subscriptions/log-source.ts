import { quantity } from '../calls/block-tags.ts';
import { paramChecks } from '../calls/param-checks.ts';
import type { BlockRef } from '../heads/chain-heads.ts';
import { isFailure, type JsonText, type RpcFailure } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import type { MakeCall, SubscriptionSource } from './subscription-source.ts';

/** Logs that are remembered in order to take them back, over all blocks. */
const MOST_LOGS = 10_000;
/** Blocks whose logs are remembered. */
const MOST_BLOCKS = 64;

type Log = Readonly<Record<string, unknown>>;

/** Logs of new blocks that match a filter, and again with `removed` when their block is dropped. */
export function logSource(call: MakeCall, filter: unknown): SubscriptionSource | RpcFailure {
  if (!paramChecks.filter.isGood(filter)) {
    return { error: rpcErrors.params(`The filter must be ${paramChecks.filter.expected}`) };
  }
  const { address, topics } = filter as Log;
  const told = new Map<string, readonly Log[]>();

  function takeBack({ hash }: BlockRef): JsonText[] {
    const logs = told.get(hash) ?? [];
    told.delete(hash);
    return logs.toReversed().map((log) => JSON.stringify({ ...log, removed: true }));
  }

  function remember(hash: string, logs: readonly Log[]): void {
    if (logs.length > 0) told.set(hash, logs);
    let count = told.values().reduce((sum, kept) => sum + kept.length, 0);
    for (const [oldest, kept] of told) {
      if (told.size <= MOST_BLOCKS && count <= MOST_LOGS) break;
      told.delete(oldest);
      count -= kept.length;
    }
  }

  return {
    async next({ number, hash }, dropped) {
      const removed = dropped.flatMap(takeBack);
      const block = quantity(number);
      const params = [{ address, topics, fromBlock: block, toBlock: block }];
      const outcome = await call({ method: 'eth_getLogs', params });
      if (isFailure(outcome)) return removed;
      const logs = (JSON.parse(outcome.result) as Log[]).filter((log) => log['blockHash'] === hash);
      remember(hash, logs);
      return [...removed, ...logs.map((log) => JSON.stringify(log))];
    },
  };
}
