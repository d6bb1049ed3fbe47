import type { CallContext, CallHandler } from '../calls/call-handler.ts';
import { heightOf } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { Candidates, type CandidatesOptions } from './candidates.ts';
import { isAboutTheNode } from './missing-data.ts';
import { UpstreamFault } from './upstream.ts';
import type { UpstreamNode } from './upstream-node.ts';

/** No second upstream is asked before this time, however fast the first one usually is. */
const SHORTEST_HEDGE_MS = 50;
/** The time after which a second upstream is asked while nothing is known about the first one. */
const FIRST_HEDGE_MS = 500;

export interface AskOptions extends AttemptOptions, CandidatesOptions {
  readonly network: string;
  /** An upstream took longer than usual, and another one is asked as well. */
  onHedge(upstream: string, method: string): void;
}

/** Asks an upstream, and others if it fails or takes long. */
export function askUpstreams(options: AskOptions): CallHandler {
  return async (call, context) => {
    const block = neededBlock(call, context, options.heads);
    return await new Race(call, context, block, options).run();
  };
}

/** Says why each upstream cannot answer, as far as it is known. `block`: what it must have. */
export function unavailable(
  { network, upstreams }: Pick<AskOptions, 'network' | 'upstreams'>,
  block: number,
) {
  const problems = upstreams.flatMap(({ name, health: { problem, headNumber = 0 } }) => {
    const isBehind = problem === undefined && headNumber < block;
    const said = isBehind ? `it is at block ${headNumber}, not ${block}` : problem;
    return said === undefined ? [] : [`${name}: ${said}`];
  });
  return rpcErrors.unavailable(network, problems);
}

/** The block that an upstream must have to answer: what is asked for, or what the client has seen. */
export function neededBlock(
  { params }: RpcCall,
  { method, client }: CallContext,
  heads: ChainHeads,
): number {
  const { validity } = method;
  const latest = Math.max(heads.latest?.number ?? 0, client.seenBlock);
  if (validity.kind === 'block') {
    return Math.min(heightOf(params[validity.index]) ?? client.seenBlock, latest);
  }
  if (validity.kind === 'range') {
    const { toBlock } = params[validity.index] as { readonly toBlock?: unknown };
    return Math.min(heightOf(toBlock) ?? client.seenBlock, latest);
  }
  return client.seenBlock;
}

/** Attempts at several upstreams, of which the first good outcome counts. */
class Race {
  readonly #call: RpcCall;
  readonly #context: CallContext;
  readonly #block: number;
  readonly #candidates: Candidates;
  readonly #options: AskOptions;
  readonly #ending = new AbortController();
  readonly #done = Promise.withResolvers<RpcOutcome>();
  #running = 0;
  /** Whether an upstream is awaited that does not have the block yet. */
  #isAwaiting = false;
  /** What is answered if no upstream knows better. */
  #fallback: RpcOutcome | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(call: RpcCall, context: CallContext, block: number, options: AskOptions) {
    this.#call = call;
    this.#context = context;
    this.#block = block;
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

  /** Begins an attempt at the next upstream. `slow`: the one that takes longer than usual. */
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
    if (ready === 0 && behind.length === 0) return;
    const usual = upstream.health.p95Ms || FIRST_HEDGE_MS;
    // To await an upstream takes a while and calls of its own, so it is not done for every answer that is a bit late.
    const shortest = ready > 0 ? SHORTEST_HEDGE_MS : FIRST_HEDGE_MS;
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

  /** Answers if nobody is left who could know better. */
  #finish(): void {
    if (this.#running > 0) return;
    if (this.#fallback) this.#done.resolve(this.#fallback);
    else if (!this.#isAwaiting) {
      this.#done.resolve({ error: unavailable(this.#options, this.#block) });
    }
  }

  async #attempt(upstream: UpstreamNode): Promise<void> {
    const { heads } = this.#options;
    try {
      const { signal } = this.#ending;
      const outcome = await attempt(upstream, this.#call, this.#context, this.#options, signal);
      const { method } = this.#context;
      if (!isAboutTheNode(this.#call, method, outcome, heads.latest?.number)) {
        this.#running -= 1;
        this.#done.resolve(outcome);
        return;
      }
      if (isFailure(outcome)) this.#fallback ??= outcome;
      else this.#fallback = outcome;
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      if (!(error instanceof UpstreamFault)) {
        this.#done.reject(error);
        return;
      }
      if (error.kind === 'disputed') {
        this.#fallback ??= { error: rpcErrors.disputed(this.#options.network, error.message) };
      }
      if (error.kind === 'too_large') this.#fallback ??= { error: rpcErrors.tooMuch() };
    }
    this.#running -= 1;
    this.#next();
  }
}
