import type { CallContext } from '../calls/call-handler.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import type { OlderBlocks } from '../integrity/older-blocks.ts';
import { examine } from '../integrity/verify.ts';
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
  const outcome = await upstream.send(call, signal);
  try {
    await verify(upstream, call, context, outcome, options, signal);
  } catch (error) {
    if (error instanceof UpstreamFault && error.kind === 'untrue') upstream.distrust(error.message);
    throw error;
  }
  return outcome;
}

async function verify(
  upstream: UpstreamNode,
  call: RpcCall,
  context: CallContext,
  outcome: RpcOutcome,
  { heads, poll, olderBlocks }: AttemptOptions,
  signal: AbortSignal,
): Promise<void> {
  let finding = examine(call, context, outcome, heads);
  if (finding.problem) {
    await poll(upstream);
    finding = examine(call, context, outcome, heads);
  }
  if (finding.problem) throw new UpstreamFault('untrue', finding.problem);
  if (finding.older.size > 0) await olderBlocks.compare(finding.older, upstream, signal);
  if (finding.block === undefined) return;
  upstream.hasBlock(finding.block);
  const { client } = context;
  client.seenBlock = Math.max(client.seenBlock, finding.block);
}
