import { heightOf } from '../heads/block-ref.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { quantity } from './block-tags.ts';
import type { CallContext, CallHandler } from './call-handler.ts';

/** Error messages of upstreams if a call requests more logs than they return at once. */
const TOO_MUCH =
  /block range|range (?:is )?too|too (?:many|large|wide)|more than \d+ (?:results|logs|blocks)|exceed|response size|limited to/i;
/** Parts of one call that are in flight at once. */
const CONCURRENCY = 4;

/**
 * Splits `eth_getLogs` into smaller ranges if upstreams limit the range or the result. `mostBlocks`: the largest range that all upstreams
 * accept, if configured. `maxBytes`: the limit for all parts together.
 */
export function splitLogs(
  mostBlocks: number | undefined,
  maxBytes: number,
  next: CallHandler,
): CallHandler {
  return async (call, context) => {
    const range = call.method === 'eth_getLogs' ? rangeOf(call) : undefined;
    if (!range) return await next(call, context);
    const parts = cut(range, mostBlocks ?? Number.POSITIVE_INFINITY);
    return await fetchParts(call, context, parts, { next, maxBytes });
  };
}

interface PartOptions {
  readonly next: CallHandler;
  readonly maxBytes: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangeOf({ params: [filter] }: RpcCall): Range | undefined {
  const { fromBlock, toBlock } = filter as Readonly<Record<string, unknown>>;
  const from = heightOf(fromBlock);
  const to = heightOf(toBlock);
  return from !== undefined && to !== undefined && from <= to ? { from, to } : undefined;
}

function cut({ from, to }: Range, size: number): Range[] {
  const parts: Range[] = [];
  for (let at = from; at <= to; at += size)
    parts.push({ from: at, to: Math.min(to, at + size - 1) });
  return parts;
}

async function fetchParts(
  call: RpcCall,
  context: CallContext,
  parts: readonly Range[],
  options: PartOptions,
): Promise<RpcOutcome> {
  const outcomes: RpcOutcome[] = new Array(parts.length);
  let at = 0;
  let bytes = 0;
  let failure: RpcOutcome | undefined;
  const work = async () => {
    for (let n = at++; n < parts.length && !failure; n = at++) {
      const outcome = await fetchPart(call, context, parts[n] as Range, options); // n is below the length
      outcomes[n] = outcome;
      if (isFailure(outcome)) failure = outcome;
      else bytes += outcome.result.length;
      if (bytes > options.maxBytes) failure ??= { error: rpcErrors.tooMuch() };
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, parts.length) }, work));
  return failure ?? { result: joined(outcomes) };
}

/** Fetches a part, or both of its halves if the upstream rejects it as too large. */
async function fetchPart(
  call: RpcCall,
  context: CallContext,
  range: Range,
  options: PartOptions,
): Promise<RpcOutcome> {
  const [filter] = call.params as readonly [object];
  const ends = { fromBlock: quantity(range.from), toBlock: quantity(range.to) };
  const outcome = await options.next({ ...call, params: [{ ...filter, ...ends }] }, context);
  if (!isFailure(outcome) || range.from === range.to) return outcome;
  if (!TOO_MUCH.test(outcome.error.message)) return outcome;
  const half = Math.ceil((range.to - range.from + 1) / 2);
  return await fetchParts(call, context, cut(range, half), options);
}

/** Concatenates JSON lists. */
function joined(outcomes: readonly RpcOutcome[]): string {
  const [only] = outcomes;
  if (outcomes.length === 1 && only && !isFailure(only)) return only.result;
  const items = outcomes
    .map((outcome) => (isFailure(outcome) ? '' : outcome.result.trim().slice(1, -1).trim()))
    .filter((text) => text !== '');
  return `[${items.join()}]`;
}
