import type { Clock } from '../../kernel/clock.ts';
import { CallsInFlight } from '../cache/calls-in-flight.ts';
import type { ResultCache } from '../cache/result-cache.ts';
import { retentionOf } from '../cache/retention.ts';
import type { CacheUse } from '../gateway-telemetry.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { canonical } from '../rpc/canonical.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import type { CallContext, CallHandler } from './call-handler.ts';
import { isPending } from './is-pending.ts';

export interface CachedCallsOptions {
  readonly blockMs: number;
  readonly heads: ChainHeads;
  readonly results: ResultCache;
  readonly clock: Clock;
  onUse(method: string, use: CacheUse): void;
}

/** Returns cached results while they are valid, and coalesces equal calls in flight. */
export function cachedCalls(options: CachedCallsOptions, next: CallHandler): CallHandler {
  const { blockMs, heads, results, clock, onUse } = options;
  const inFlight = new CallsInFlight();
  heads.subscribe(({ dropped, isGap }) => {
    const lowest = dropped.at(-1);
    if (isGap || (lowest && heads.finalized === undefined)) results.clear();
    else if (lowest) results.dropFrom(lowest.number);
    // Their results may be those of the old branch.
    if (isGap || lowest) inFlight.forget();
  });
  const make = async (key: string, call: RpcCall, context: CallContext): Promise<RpcOutcome> => {
    const { method, client, signal } = context;
    const charge = (calls: number) => context.charge(calls);
    try {
      return await inFlight.join(key, client.seenBlock, signal, async (shared) => {
        const reorgs = countReorgs(heads);
        const outcome = await callNext(call, { method, client, signal: shared, charge }).finally(
          reorgs.stop,
        );
        if (isFailure(outcome) || reorgs.count() > 0) return outcome;
        const kept = { heads, blockMs, now: clock.tick() };
        const retention = retentionOf(call, method, outcome.result, kept);
        if (retention) results.set(key, outcome.result, retention);
        return outcome;
      });
    } catch (error) {
      if (signal.aborted) return { error: rpcErrors.timeout() } satisfies RpcOutcome;
      throw error;
    }
  };
  const callNext = async (call: RpcCall, context: CallContext) => await next(call, context);
  return (call, context) => {
    const { method, client } = context;
    if (method.validity.kind === 'never' || isPending(call)) return next(call, context);
    const key = keyOf(call, context, heads);
    const known = results.get(key);
    if (known !== undefined) {
      onUse(method.name, 'hit');
      return known;
    }
    onUse(method.name, inFlight.has(key, client.seenBlock) ? 'joined' : 'miss');
    return make(key, call, context);
  };
}

/** Counts reorganisations and new chains: a result that was requested before one may belong to a dropped block, and must not be cached. */
function countReorgs(heads: ChainHeads) {
  let count = 0;
  const stop = heads.subscribe(({ dropped, isGap }) => {
    if (dropped.length > 0 || isGap) count += 1;
  });
  return { count: () => count, stop };
}

/** Equal calls have equal keys, whatever their formatting. */
function keyOf(call: RpcCall, { method }: CallContext, heads: ChainHeads) {
  const head = method.validity.kind === 'head' ? heads.latest?.hash : '';
  return `${call.method} ${head} ${canonical(call.params)}`;
}
