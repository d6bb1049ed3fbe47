import { quantity } from '../calls/block-tags.ts';
import { paramChecks } from '../calls/param-checks.ts';
import { heightOf } from '../heads/block-ref.ts';
import type { BlockRef, ChainHeads, HeadChange } from '../heads/chain-heads.ts';
import { isFailure, type JsonText, type RpcFailure } from '../rpc/rpc-call.ts';
import { isRangeError, rpcErrors } from '../rpc/rpc-errors.ts';
import type { MakeCall, SharedMemory, SubscriptionSource } from './subscription-source.ts';

/** Blocks whose logs are kept. */
const MAX_BLOCKS = 64;
/** Blocks whose logs are fetched with one call. */
const MAX_RANGE = 64;

type Log = Readonly<Record<string, unknown>>;

/**
 * Logs of new blocks that match a filter. When a block is dropped, its logs are sent again with `removed`; they are kept for that, up to a
 * memory limit that all subscribers share.
 */
export function logSource(
  memory: SharedMemory,
  heads: Pick<ChainHeads, 'at' | 'oldest'>,
  filter: unknown,
): SubscriptionSource | RpcFailure {
  if (!paramChecks.filter.isValid(filter)) {
    return { error: rpcErrors.params(`The filter must be ${paramChecks.filter.expected}`) };
  }
  const { address, topics } = filter as Log;
  const { fromBlock, toBlock } = filter as Log;
  const lowest = heightOf(fromBlock) ?? 0;
  const highest = heightOf(toBlock) ?? Number.POSITIVE_INFINITY;
  const covers = ({ number }: BlockRef) => number >= lowest && number <= highest;
  const isInChain = ({ number, hash }: BlockRef) =>
    number < (heads.oldest ?? 0) || heads.at(number)?.hash === hash;
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

  /**
   * The logs of linked blocks; undefined if they cannot be fetched. Blocks that have been dropped in the meantime have none: nothing was sent
   * for them, and a later change names them.
   */
  async function fetchLogs(
    added: readonly BlockRef[],
    call: MakeCall,
  ): Promise<readonly Log[] | undefined> {
    const blocks = added.filter(isInChain);
    const [first, last] = [blocks.at(0), blocks.at(-1)];
    if (!first || !last) return [];
    const range = { fromBlock: quantity(first.number), toBlock: quantity(last.number) };
    const outcome = await call({ method: 'eth_getLogs', params: [{ address, topics, ...range }] });
    if (!isFailure(outcome)) return JSON.parse(outcome.result) as Log[];
    if (!blocks.every(isInChain)) return await fetchLogs(blocks, call);
    if (!isRangeError(outcome.error) || blocks.length === 1) return undefined;
    const middle = Math.ceil(blocks.length / 2);
    const before = await fetchLogs(blocks.slice(0, middle), call);
    const after = before && (await fetchLogs(blocks.slice(middle), call));
    return after && [...before, ...after];
  }

  return {
    async next(changes, call) {
      const fetched: { readonly run: Run; readonly logs: readonly Log[] }[] = [];
      if (changes.some(({ isGap }) => isGap)) return undefined;
      for (const run of runsOf(changes, covers)) {
        const logs = await fetchLogs(run.added, call);
        if (!logs) return undefined;
        fetched.push({ run, logs });
      }
      // Nothing is forgotten or remembered before everything has been fetched, so that a failed call can be repeated.
      return fetched.flatMap(({ run, logs }) => {
        const removed = run.dropped.flatMap(retract);
        const added = run.added.flatMap(({ hash }) => {
          const ofBlock = logs
            .filter((log) => log['blockHash'] === hash)
            .map((log) => JSON.stringify(log));
          if (!isClosed) remember(hash, ofBlock);
          return ofBlock;
        });
        return [...removed, ...added];
      });
    },
    close() {
      isClosed = true;
      for (const hash of sent.keys()) forget(hash);
    },
  };
}

/** Dropped blocks, and the blocks with consecutive numbers that follow. */
interface Run {
  readonly dropped: readonly BlockRef[];
  readonly added: BlockRef[];
}

function runsOf(
  changes: readonly HeadChange[],
  covers: (block: BlockRef) => boolean,
): readonly Run[] {
  const runs: Run[] = [];
  for (const { head, dropped, isKnown } of changes) {
    const added = isKnown || !covers(head) ? [] : [head];
    const last = runs.at(-1);
    const follows = last?.added.at(-1)?.number === head.number - 1;
    if (last && follows && dropped.length === 0 && last.added.length < MAX_RANGE) {
      last.added.push(...added);
    } else if (added.length > 0 || dropped.length > 0) {
      runs.push({ dropped, added });
    }
  }
  return runs;
}

function sizeOf(logs: readonly JsonText[]): number {
  return logs.reduce((sum, log) => sum + log.length, 0);
}
