import type { Clock } from '../../kernel/clock.ts';
import { Flights } from '../cache/flights.ts';
import type { KeptResults } from '../cache/kept-results.ts';
import { retentionOf } from '../cache/retention.ts';
import type { CacheUse } from '../gateway-telemetry.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { canonical } from '../rpc/canonical.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { headFor } from './block-tags.ts';
import type { CallContext, CallHandler } from './call-handler.ts';
import { isPending } from './is-pending.ts';

export interface KeptCallsOptions {
  readonly blockMs: number;
  readonly heads: ChainHeads;
  readonly results: KeptResults;
  readonly clock: Clock;
  onUse(method: string, use: CacheUse): void;
}

/** Answers from results that are still true, and makes equal calls once. */
export function keptCalls(options: KeptCallsOptions, next: CallHandler): CallHandler {
  const { blockMs, heads, results, clock, onUse } = options;
  const flights = new Flights();
  heads.subscribe((_head, dropped) => {
    const lowest = dropped.at(-1);
    if (!lowest) return;
    if (heads.finalized === undefined) results.clear();
    else results.dropFrom(lowest.number);
  });
  const make = async (key: string, call: RpcCall, context: CallContext): Promise<RpcOutcome> => {
    const { method, client, signal } = context;
    try {
      return await flights.join(key, client.seenBlock, signal, async (shared) => {
        const reorgs = countReorgs(heads);
        const outcome = await askNext(call, { method, client, signal: shared }).finally(
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
  const askNext = async (call: RpcCall, context: CallContext) => await next(call, context);
  return (call, context) => {
    const { method, client } = context;
    if (method.validity.kind === 'never' || isPending(call)) return next(call, context);
    const key = keyOf(call, context, heads);
    const known = results.get(key);
    if (known !== undefined) {
      onUse(method.name, 'hit');
      return known;
    }
    onUse(method.name, flights.has(key, client.seenBlock) ? 'joined' : 'miss');
    return make(key, call, context);
  };
}

/** A result that was asked for before a reorganisation may be about a dropped block. */
function countReorgs(heads: ChainHeads) {
  let count = 0;
  const stop = heads.subscribe((_head, dropped) => {
    if (dropped.length > 0) count += 1;
  });
  return { count: () => count, stop };
}

/** Equal calls have equal keys, however they were written. */
function keyOf(call: RpcCall, { method, client }: CallContext, heads: ChainHeads) {
  const head = method.validity.kind === 'head' ? headFor(heads, client) : '';
  return `${call.method} ${head} ${canonical(call.params)}`;
}
