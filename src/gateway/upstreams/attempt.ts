import type { CallContext } from '../calls/call-handler.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import type { OlderBlocks } from '../integrity/older-blocks.ts';
import { examine, type Finding } from '../integrity/verify.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import { budgetSpent, UpstreamFault } from './upstream.ts';
import type { UpstreamNode } from './upstream-node.ts';

export interface AttemptOptions {
  readonly heads: ChainHeads;
  readonly olderBlocks: OlderBlocks;
  /** Polls the head of an upstream; false if that fails. A result that contradicts the known chain may be true if the chain was just reorganised. */
  poll(upstream: UpstreamNode): Promise<boolean>;
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
  let result = await callOnce(upstream, call, context, options, signal);
  // The upstream may have changed its chain after the result and before the poll. Then a second result fits to its head.
  if (contradictsItself(upstream, result)) {
    result = await callOnce(upstream, call, context, options, signal);
  }
  const { outcome, finding } = result;
  const { problem, outside, older, block } = finding;
  if (problem) throw new UpstreamFault('untrue', problem);
  if (contradictsItself(upstream, result)) {
    throw new UpstreamFault('untrue', 'it names a block that is not in its own chain');
  }
  if (outside !== undefined) {
    upstream.missed();
    throw new UpstreamFault('other_branch', `its block ${outside} is not in the chain`);
  }
  await options.olderBlocks.compare(older, { upstream, signal, budget: context.budget });
  if (block === undefined) return outcome;
  upstream.hasBlock(block);
  const { client } = context;
  client.seenBlock = Math.max(client.seenBlock, block);
  return outcome;
}

interface Result {
  readonly outcome: RpcOutcome;
  readonly finding: Finding;
  /** Whether the head of the upstream is known after the result. */
  readonly isPolled: boolean;
}

async function callOnce(
  upstream: UpstreamNode,
  call: RpcCall,
  context: CallContext,
  { heads, poll }: AttemptOptions,
  signal: AbortSignal,
): Promise<Result> {
  if (context.budget?.take() === false) throw budgetSpent();
  const outcome = await upstream.send(call, signal);
  const finding = examine(call, context, outcome, heads);
  if (!finding.problem && finding.outside === undefined) {
    return { outcome, finding, isPolled: false };
  }
  const isPolled = await poll(upstream);
  return { outcome, finding: examine(call, context, outcome, heads), isPolled };
}

/**
 * Whether a result names a block outside the chain although, at that height, the upstream is on the chain itself. A block above its head is
 * no contradiction: nodes behind one address may differ.
 */
function contradictsItself(upstream: UpstreamNode, { finding, isPolled }: Result): boolean {
  const { outside } = finding;
  return outside !== undefined && isPolled && upstream.isOnChainAt(outside);
}
