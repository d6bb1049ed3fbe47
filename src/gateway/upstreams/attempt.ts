import type { CallContext } from '../calls/call-handler.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import type { OlderBlocks } from '../integrity/older-blocks.ts';
import { examine, type Finding } from '../integrity/verify.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import { UpstreamFault } from './upstream.ts';
import type { UpstreamNode } from './upstream-node.ts';

export interface AttemptOptions {
  readonly heads: ChainHeads;
  readonly olderBlocks: OlderBlocks;
  /** Polls the head of an upstream. A result that contradicts the known chain may be true if the chain was just reorganised. */
  poll(upstream: UpstreamNode): Promise<void>;
}

/**
 * Calls an upstream and verifies its result against the chain. Throws an `UpstreamFault` if there is no usable result. An upstream whose
 * result is false is left out.
 */
export async function attempt(
  upstream: UpstreamNode,
  call: RpcCall,
  context: CallContext,
  options: AttemptOptions,
  signal: AbortSignal,
): Promise<RpcOutcome> {
  try {
    return await verifiedResult(upstream, call, context, options, signal);
  } catch (error) {
    if (error instanceof UpstreamFault && error.kind === 'untrue') upstream.distrust(error.message);
    throw error;
  }
}

async function verifiedResult(
  upstream: UpstreamNode,
  call: RpcCall,
  context: CallContext,
  options: AttemptOptions,
  signal: AbortSignal,
): Promise<RpcOutcome> {
  let last = await callOnce(upstream, call, context, options, signal);
  // The upstream may have changed its chain after the result and before the poll. Then a second result fits to its head.
  if (contradictsItself(upstream, last.finding)) {
    last = await callOnce(upstream, call, context, options, signal);
  }
  const { outcome, finding } = last;
  const { problem, outside, older, block } = finding;
  if (problem) throw new UpstreamFault('untrue', problem);
  if (contradictsItself(upstream, finding)) {
    throw new UpstreamFault('untrue', 'it names a block that is not in its own chain');
  }
  if (outside !== undefined) {
    throw new UpstreamFault('other_branch', `its block ${outside} is not in the chain`);
  }
  if (older.size > 0) await options.olderBlocks.compare(older, upstream, signal);
  if (block === undefined) return outcome;
  upstream.hasBlock(block);
  const { client } = context;
  client.seenBlock = Math.max(client.seenBlock, block);
  return outcome;
}

async function callOnce(
  upstream: UpstreamNode,
  call: RpcCall,
  context: CallContext,
  { heads, poll }: AttemptOptions,
  signal: AbortSignal,
): Promise<{ readonly outcome: RpcOutcome; readonly finding: Finding }> {
  if (context.budget?.take() === false) {
    throw new UpstreamFault('budget', 'the call needs too many calls to upstreams');
  }
  const outcome = await upstream.send(call, signal);
  const finding = examine(call, context, outcome, heads);
  if (!finding.problem && finding.outside === undefined) return { outcome, finding };
  await poll(upstream);
  return { outcome, finding: examine(call, context, outcome, heads) };
}

/** Whether a result names a block outside the chain although, at that height, the upstream is on the chain itself. */
function contradictsItself(upstream: UpstreamNode, { outside }: Finding): boolean {
  return outside !== undefined && !upstream.isElsewhere(outside);
}
