import { quantity } from '../calls/block-tags.ts';
import { paramChecks } from '../calls/param-checks.ts';
import type { BlockRef } from '../heads/chain-heads.ts';
import { isFailure, type JsonText, type RpcFailure } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import type { MakeCall, SharedMemory, SubscriptionSource } from './subscription-source.ts';

/** Blocks whose logs are kept. */
const MAX_BLOCKS = 64;

type Log = Readonly<Record<string, unknown>>;

/**
 * Logs of new blocks that match a filter. When a block is dropped, its logs are sent again with `removed`; they are kept for that, up to a
 * memory limit that all subscribers share.
 */
export function logSource(
  call: MakeCall,
  memory: SharedMemory,
  filter: unknown,
): SubscriptionSource | RpcFailure {
  if (!paramChecks.filter.isValid(filter)) {
    return { error: rpcErrors.params(`The filter must be ${paramChecks.filter.expected}`) };
  }
  const { address, topics } = filter as Log;
  let isClosed = false;
  /** The sent logs, by the hash of their block. */
  const sent = new Map<string, readonly JsonText[]>();

  function forget(hash: string): readonly JsonText[] {
    const logs = sent.get(hash) ?? [];
    sent.delete(hash);
    memory.bytes -= sizeOf(logs);
    return logs;
  }

  function retract({ hash }: BlockRef): JsonText[] {
    return forget(hash)
      .toReversed()
      .map((log) => JSON.stringify({ ...(JSON.parse(log) as Log), removed: true }));
  }

  function remember(hash: string, logs: readonly JsonText[]): void {
    forget(hash);
    if (logs.length > 0) sent.set(hash, logs);
    memory.bytes += sizeOf(logs);
    for (const oldest of sent.keys()) {
      if (sent.size <= MAX_BLOCKS && memory.bytes <= memory.maxBytes) break;
      forget(oldest);
    }
  }

  return {
    async next({ number, hash }, dropped) {
      const removed = dropped.flatMap(retract);
      const block = quantity(number);
      const params = [{ address, topics, fromBlock: block, toBlock: block }];
      const outcome = await call({ method: 'eth_getLogs', params });
      if (isFailure(outcome)) return undefined;
      const logs = (JSON.parse(outcome.result) as Log[])
        .filter((log) => log['blockHash'] === hash)
        .map((log) => JSON.stringify(log));
      if (!isClosed) remember(hash, logs);
      return [...removed, ...logs];
    },
    close() {
      isClosed = true;
      for (const hash of sent.keys()) forget(hash);
    },
  };
}

function sizeOf(logs: readonly JsonText[]): number {
  return logs.reduce((sum, log) => sum + log.length, 0);
}
