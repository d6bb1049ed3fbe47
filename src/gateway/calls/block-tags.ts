import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import { heightOf } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import type { CallHandler, ClientView } from './call-handler.ts';

/**
 * Replaces `latest`, `safe` and `finalized` by numbers, so that all upstreams use the same block, a client never sees the head go back, and
 * results can be cached by number. While at least one upstream is in use (`isTracking`), `eth_blockNumber` returns the tracked head.
 */
export function blockTags(
  heads: ChainHeads,
  isTracking: () => boolean,
  next: CallHandler,
): CallHandler {
  const handle: CallHandler = (call, context) => {
    const { client, method } = context;
    const latest = heads.latest?.number;
    if (call.method === 'eth_blockNumber' && latest !== undefined && isTracking()) {
      client.seenBlock = latest;
      return { result: `"${quantity(latest)}"` };
    }
    const numbered = withNumbers(call, method, (tag) => heightOfTag(tag, heads));
    const problem = rangeProblem(numbered, method, latest);
    if (problem) return { error: problem };
    const hasTag = numbered !== call;
    const seen = (outcome: RpcOutcome): RpcOutcome | Promise<RpcOutcome> => {
      // The head has gone back: the block that a tag stood for is gone.
      const isGone = latest !== undefined && (heads.latest?.number ?? latest) < latest;
      if (hasTag && isGone) return handle(call, context);
      if (!isFailure(outcome)) noteSeen(numbered, method, client, latest);
      return outcome;
    };
    const outcome = next(numbered, context);
    return outcome instanceof Promise ? outcome.then(seen) : seen(outcome);
  };
  return handle;
}

function heightOfTag(tag: unknown, heads: ChainHeads): number | undefined {
  if (tag === 'latest') return heads.latest?.number;
  if (tag === 'safe') return heads.safe;
  if (tag === 'finalized') return heads.finalized;
  return tag === 'earliest' ? 0 : undefined;
}

function withNumbers(
  call: RpcCall,
  { validity }: RpcMethod,
  height: (tag: unknown) => number | undefined,
): RpcCall {
  if (validity.kind !== 'block' && validity.kind !== 'range') return call;
  const { index } = validity;
  const given = call.params[index] ?? undefined;
  if (validity.kind === 'block') {
    const number = height(given ?? validity.fallback);
    return number === undefined ? call : withParam(call, index, quantity(number));
  }
  const filter = given as Readonly<Record<string, unknown>>;
  if (typeof filter['blockHash'] === 'string') return call;
  const ends: Record<string, string> = {};
  for (const end of ['fromBlock', 'toBlock']) {
    const number = height(filter[end] ?? 'latest');
    if (number !== undefined) ends[end] = quantity(number);
  }
  return withParam(call, index, { ...filter, ...ends });
}

function withParam(call: RpcCall, index: number, value: unknown): RpcCall {
  const params = [...call.params];
  params[index] = value;
  return { ...call, params };
}

function rangeProblem(
  { params }: RpcCall,
  { validity, maxBlocks }: RpcMethod,
  latest: number | undefined,
) {
  if (validity.kind !== 'range' || maxBlocks === undefined || latest === undefined)
    return undefined;
  const filter = params[validity.index] as Readonly<Record<string, unknown>>;
  if (typeof filter['blockHash'] === 'string') return undefined;
  const heightOfEnd = (end: unknown) =>
    heightOf(end) ?? (end === 'pending' ? latest + 1 : undefined);
  const from = heightOfEnd(filter['fromBlock']);
  const to = heightOfEnd(filter['toBlock']);
  // Without both numbers, the length of the range cannot be limited.
  if (from === undefined || to === undefined) {
    return rpcErrors.params(
      'The parameters fromBlock and toBlock cannot be resolved to numbers now; use block numbers',
    );
  }
  if (from > latest && filter['fromBlock'] !== 'pending') {
    return rpcErrors.params(
      `The parameter fromBlock is block ${from}, and the newest block is ${latest}`,
    );
  }
  if (to > latest && filter['toBlock'] !== 'pending') {
    return rpcErrors.params(
      `The parameter toBlock is block ${to}, and the newest block is ${latest}: use latest`,
    );
  }
  if (from > to) return rpcErrors.params('The parameter fromBlock must not be after toBlock');
  return to - from >= maxBlocks ? rpcErrors.range(maxBlocks, to - from + 1) : undefined;
}

/**
 * Records the highest block that a result for this client is based on. Requested blocks above the head do not exist yet and are ignored.
 */
function noteSeen(
  { params }: RpcCall,
  { validity }: RpcMethod,
  client: ClientView,
  latest: number | undefined,
): void {
  if (validity.kind !== 'block' || latest === undefined) return;
  const number = heightOf(params[validity.index]);
  if (number !== undefined && number <= latest) {
    client.seenBlock = Math.max(client.seenBlock, number);
  }
}

export function quantity(number: number): string {
  return `0x${number.toString(16)}`;
}
