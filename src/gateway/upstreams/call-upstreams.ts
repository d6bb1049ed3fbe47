import type { GatewayNetwork } from '../../contracts/gateway/gateway-channel.ts';
import type { CallContext, CallHandler } from '../calls/call-handler.ts';
import { heightOf } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { Candidates, type CandidatesOptions } from './candidates.ts';
import { isRetryable, isUnconfirmedNull, lacksBlock } from './is-retryable.ts';
import { UpstreamFault } from './upstream.ts';
import type { UpstreamNode } from './upstream-node.ts';

/** JSON-RPC 2.0, section 5.1. */
const METHOD_NOT_FOUND = -32601;
/** The shortest hedge delay, however fast the first upstream usually is. */
const MIN_HEDGE_MS = 50;
/** The hedge delay while the latency of the first upstream is unknown. */
const FIRST_HEDGE_MS = 500;

export interface CallUpstreamsOptions extends AttemptOptions, CandidatesOptions {
  readonly network: string;
  readonly hedgeMs: GatewayNetwork['hedgeMs'];
  /** Called when a call is hedged: this upstream took longer than usual, and another one is called as well. */
  onHedge(upstream: string, method: string): void;
}

/** Calls the best upstream, and others if it fails or takes longer than usual. */
export function callUpstreams(options: CallUpstreamsOptions): CallHandler {
  return async (call, context) => {
    return await new Race(call, context, options).run();
  };
}

/** The error if no upstream can be used, with the known reason for each. `block`: the block that the call needs. */
export function unavailable(
  { network, upstreams }: Pick<CallUpstreamsOptions, 'network' | 'upstreams'>,
  block: number,
) {
  const problems = upstreams.flatMap(({ name, health: { problem, headNumber = 0 } }) => {
    const isBehind = problem === undefined && headNumber < block;
    const reason = isBehind ? `it is at block ${headNumber}, not ${block}` : problem;
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });
  return rpcErrors.unavailable(network, problems);
}

/** The block that an upstream must have: the requested one, or the newest one that the client has seen. */
export function neededBlock(
  { params }: RpcCall,
  { method, client }: CallContext,
  heads: ChainHeads,
): number {
  const { validity } = method;
  const latest = heads.latest?.number ?? 0;
  // After a reorganisation, a client may have seen a higher block than the chain has.
  const seenBlock = Math.min(client.seenBlock, latest);
  if (validity.kind === 'block') {
    return Math.min(heightOf(params[validity.index]) ?? seenBlock, latest);
  }
  if (validity.kind === 'range') {
    const { toBlock } = params[validity.index] as { readonly toBlock?: unknown };
    return Math.min(heightOf(toBlock) ?? seenBlock, latest);
  }
  return seenBlock;
}

/** Whether the upstream does not have the method, so that it cannot have carried out the call. */
function isUnknownToNode(outcome: RpcOutcome): boolean {
  return isFailure(outcome) && outcome.error.code === METHOD_NOT_FOUND;
}

/** Whether the upstream cannot have carried out the call. */
function isUnsent({ kind }: UpstreamFault): boolean {
  return kind === 'busy' || kind === 'rate_limited' || kind === 'wrong_chain';
}

/** Hedged attempts at several upstreams. The first good outcome wins. */
class Race {
  readonly #call: RpcCall;
  readonly #context: CallContext;
  readonly #neededBlock: () => number;
  readonly #candidates: Candidates;
  readonly #options: CallUpstreamsOptions;
  readonly #ending = new AbortController();
  readonly #done = Promise.withResolvers<RpcOutcome>();
  #running = 0;
  /** Whether the call waits for an upstream that does not have the block yet. */
  #isAwaiting = false;
  /** Whether an upstream did not find what the call names by hash. One other upstream must confirm that. */
  #hasSeenNull = false;
  /** The outcome if no other upstream has a better one. */
  #fallback: RpcOutcome | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(call: RpcCall, context: CallContext, options: CallUpstreamsOptions) {
    this.#call = call;
    this.#context = context;
    const block = () => neededBlock(call, context, options.heads);
    this.#neededBlock = block;
    this.#candidates = new Candidates(options, block);
    this.#options = options;
  }

  async run(): Promise<RpcOutcome> {
    const { signal } = this.#context;
    const onAbort = () => this.#done.resolve({ error: rpcErrors.timeout() });
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    this.#next();
    try {
      return await this.#done.promise;
    } finally {
      clearTimeout(this.#timer);
      signal.removeEventListener('abort', onAbort);
      if (this.#running > 0 || this.#isAwaiting) this.#ending.abort();
    }
  }

  /** Begins an attempt at the next upstream. `slow`: the upstream whose call is hedged. */
  #next(slow?: UpstreamNode): void {
    clearTimeout(this.#timer);
    const upstream = this.#candidates.take();
    if (upstream) this.#begin(upstream, slow);
    else if (this.#fallback === undefined && this.#candidates.behind.length > 0) {
      void this.#await(slow);
    } else this.#finish();
  }

  #begin(upstream: UpstreamNode, slow: UpstreamNode | undefined): void {
    if (slow) this.#options.onHedge(slow.name, this.#call.method);
    this.#running += 1;
    void this.#attempt(upstream);
    const { ready, behind } = this.#candidates;
    const { hedgeMs } = this.#options;
    const isSingle = hedgeMs === 'off' || this.#context.method.isUnknown;
    if (isSingle || (ready === 0 && behind.length === 0)) return;
    const usual = typeof hedgeMs !== 'number' ? upstream.health.p95Ms || FIRST_HEDGE_MS : hedgeMs;
    // If no other upstream has the block, the next step waits for it and polls upstreams. A response that is a little late must
    // not cause that.
    const shortest = ready > 0 ? MIN_HEDGE_MS : FIRST_HEDGE_MS;
    this.#timer = setTimeout(() => this.#next(upstream), Math.max(usual, shortest));
  }

  async #await(slow: UpstreamNode | undefined): Promise<void> {
    if (this.#isAwaiting) return;
    this.#isAwaiting = true;
    const { signal } = this.#ending;
    const upstream = await this.#candidates.await(signal);
    this.#isAwaiting = false;
    if (signal.aborted) return;
    if (upstream) this.#begin(upstream, this.#running > 0 ? slow : undefined);
    else this.#finish();
  }

  /** Settles the outcome if no attempt is left. */
  #finish(): void {
    if (this.#running > 0) return;
    if (this.#fallback) this.#done.resolve(this.#fallback);
    else if (!this.#isAwaiting) {
      this.#done.resolve({ error: unavailable(this.#options, this.#neededBlock()) });
    }
  }

  async #attempt(upstream: UpstreamNode): Promise<void> {
    const { heads } = this.#options;
    try {
      const { signal } = this.#ending;
      const outcome = await attempt(upstream, this.#call, this.#context, this.#options, signal);
      const { method } = this.#context;
      if (!this.#hasSeenNull && isUnconfirmedNull(this.#call, method, outcome)) {
        this.#hasSeenNull = true;
        this.#candidates.addLagging();
      } else if (
        (method.isUnknown && !isUnknownToNode(outcome)) ||
        !isRetryable(this.#call, method, outcome, heads.latest?.number)
      ) {
        this.#running -= 1;
        this.#done.resolve(outcome);
        return;
      }
      const isLacking = lacksBlock(this.#call, method, outcome, heads.latest?.number);
      if (isLacking && (await this.#candidates.recheck(upstream))) {
        // Its head went back. Perhaps that of the chain does as well, and then it has the block.
      } else if (isFailure(outcome)) this.#fallback ??= outcome;
      else this.#fallback = outcome;
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      if (!(error instanceof UpstreamFault)) {
        this.#done.reject(error);
        return;
      }
      if (this.#context.method.isUnknown && !isUnsent(error)) {
        this.#done.resolve({ error: rpcErrors.notRepeated(this.#options.network) });
        return;
      }
      if (error.kind === 'disputed') {
        this.#fallback ??= { error: rpcErrors.disputed(this.#options.network, error.message) };
      }
      if (error.kind === 'other_branch') {
        const problem = 'upstreams have different blocks; try again';
        this.#fallback ??= { error: rpcErrors.disputed(this.#options.network, problem) };
      }
      if (error.kind === 'too_large') this.#fallback ??= { error: rpcErrors.tooMuch() };
    }
    this.#running -= 1;
    this.#next();
  }
}
