import type { CallContext, CallHandler } from '../calls/call-handler.ts';
import { heightOf } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { choose } from './choose.ts';
import { isAboutTheNode } from './missing-data.ts';
import { UpstreamFault } from './upstream.ts';
import type { UpstreamNode } from './upstream-node.ts';

/** No second upstream is asked before this time, however fast the first one usually is. */
const SHORTEST_HEDGE_MS = 50;
/** The time after which a second upstream is asked while nothing is known about the first one. */
const FIRST_HEDGE_MS = 500;

export interface AskOptions extends AttemptOptions {
  readonly network: string;
  readonly upstreams: readonly UpstreamNode[];
  /** An upstream took longer than usual, and another one is asked as well. */
  onHedge(upstream: string, method: string): void;
}

/** Asks an upstream, and others if it fails or takes long. */
export function askUpstreams(options: AskOptions): CallHandler {
  const { upstreams, heads } = options;
  return async (call, context) => {
    const candidates = choose(upstreams, neededBlock(call, context, heads));
    if (candidates.length === 0) return { error: unavailable(options) };
    const race = new Race(call, context, candidates, options);
    return await race.run();
  };
}

/** Says why each upstream cannot answer, as far as it is known. */
export function unavailable({ network, upstreams }: Pick<AskOptions, 'network' | 'upstreams'>) {
  const problems = upstreams.flatMap(({ name, health: { problem } }) =>
    problem === undefined ? [] : [`${name}: ${problem}`],
  );
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
  readonly #waiting: UpstreamNode[];
  readonly #options: AskOptions;
  readonly #ending = new AbortController();
  readonly #done = Promise.withResolvers<RpcOutcome>();
  #running = 0;
  /** What is answered if no upstream knows better. */
  #fallback: RpcOutcome | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    call: RpcCall,
    context: CallContext,
    candidates: readonly UpstreamNode[],
    options: AskOptions,
  ) {
    this.#call = call;
    this.#context = context;
    this.#waiting = [...candidates];
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
      if (this.#running > 0) this.#ending.abort();
    }
  }

  /** Begins an attempt at the next upstream. */
  #next(): void {
    clearTimeout(this.#timer);
    const upstream = this.#waiting.shift();
    if (upstream) {
      this.#running += 1;
      void this.#attempt(upstream);
      const hedge = () => {
        this.#options.onHedge(upstream.name, this.#call.method);
        this.#next();
      };
      if (this.#waiting.length > 0) {
        const usual = upstream.health.p95Ms || FIRST_HEDGE_MS;
        this.#timer = setTimeout(hedge, Math.max(usual, SHORTEST_HEDGE_MS));
      }
    } else if (this.#running === 0) {
      this.#done.resolve(this.#fallback ?? { error: unavailable(this.#options) });
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
