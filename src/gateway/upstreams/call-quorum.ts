import type { GatewayQuorum } from '../../contracts/gateway/gateway-channel.ts';
import type { CallContext, CallHandler } from '../calls/call-handler.ts';
import { canonical } from '../rpc/canonical.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { attempt } from './attempt.ts';
import { type CallUpstreamsOptions, neededBlock, unavailable } from './call-upstreams.ts';
import { Candidates } from './candidates.ts';
import { isRetryable, lacksBlock } from './is-retryable.ts';
import { UpstreamFault } from './upstream.ts';
import type { UpstreamNode } from './upstream-node.ts';

export interface CallQuorumOptions extends CallUpstreamsOptions {
  readonly quorums: readonly GatewayQuorum[];
  /** Called when the result of an upstream differs from that of the quorum. */
  onDisagreement(upstream: string, method: string): void;
}

/** Sends calls of methods with a quorum to several upstreams, of which enough must agree. All other calls go to the next step. */
export function callQuorum(options: CallQuorumOptions, next: CallHandler): CallHandler {
  const quorums = new Map(options.quorums.map((quorum) => [quorum.method, quorum]));
  return async (call, context) => {
    const quorum = quorums.get(call.method);
    if (!quorum) return await next(call, context);
    return await new Vote(call, context, quorum, options).run();
  };
}

/** The upstreams that returned the same result. */
interface Party {
  readonly outcome: RpcOutcome;
  readonly members: UpstreamNode[];
}

class Vote {
  readonly #call: RpcCall;
  readonly #context: CallContext;
  readonly #quorum: GatewayQuorum;
  readonly #neededBlock: () => number;
  readonly #candidates: Candidates;
  readonly #options: CallQuorumOptions;
  readonly #parties = new Map<string, Party>();
  readonly #ending = new AbortController();
  /** Aborts as soon as there is an outcome: no further upstream has to be called. */
  readonly #decided = new AbortController();
  readonly #done = Promise.withResolvers<RpcOutcome>();

  constructor(
    call: RpcCall,
    context: CallContext,
    quorum: GatewayQuorum,
    options: CallQuorumOptions,
  ) {
    this.#call = call;
    this.#context = context;
    this.#quorum = quorum;
    const block = () => neededBlock(call, context, options.heads);
    this.#neededBlock = block;
    this.#candidates = new Candidates(options, block);
    this.#options = options;
  }

  async run(): Promise<RpcOutcome> {
    const { signal } = this.#context;
    const { ready, behind } = this.#candidates;
    if (ready + behind.length < this.#quorum.agree) {
      return { error: unavailable(this.#options, this.#neededBlock()) };
    }
    const onAbort = () => {
      this.#done.resolve({ error: rpcErrors.timeout() });
      this.#ending.abort();
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const calls = Array.from({ length: this.#quorum.ask }, () => this.#collect());
    // Results that arrive after the quorum is reached are still compared with it.
    void Promise.all(calls).then(
      () => this.#close(),
      (error) => this.#done.reject(error),
    );
    try {
      return await this.#done.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#decided.abort();
    }
  }

  /** Calls one upstream after the other until one returns a usable result. */
  async #collect(): Promise<void> {
    for (;;) {
      const upstream =
        this.#candidates.take() ?? (await this.#candidates.await(this.#decided.signal));
      if (!upstream) return;
      const outcome = await this.#resultOf(upstream);
      if (!outcome) continue;
      const key = comparisonKey(outcome);
      const party = this.#parties.get(key) ?? { outcome, members: [] };
      this.#parties.set(key, party);
      party.members.push(upstream);
      if (party.members.length >= this.#quorum.agree) this.#done.resolve(party.outcome);
      return;
    }
  }

  /** Undefined if the upstream has no result, or one that fails verification. */
  async #resultOf(upstream: UpstreamNode): Promise<RpcOutcome | undefined> {
    const { signal } = this.#ending;
    try {
      const outcome = await attempt(upstream, this.#call, this.#context, this.#options, signal);
      const latest = this.#options.heads.latest?.number;
      const { method } = this.#context;
      if (lacksBlock(this.#call, method, outcome, latest)) await this.#candidates.recheck(upstream);
      return isRetryable(this.#call, method, outcome, latest) ? undefined : outcome;
    } catch (error) {
      if (error instanceof UpstreamFault && error.kind === 'too_large') {
        return { error: rpcErrors.tooMuch() };
      }
      if (error instanceof UpstreamFault || signal.aborted) return undefined;
      throw error;
    }
  }

  /** All upstreams have responded, or the caller is gone. */
  #close(): void {
    const { agree } = this.#quorum;
    const parties = [...this.#parties.values()];
    const winner = parties.find(({ members }) => members.length >= agree);
    if (!winner) {
      this.#done.resolve({ error: this.#failure(parties) });
      return;
    }
    for (const { members } of parties.filter((party) => party !== winner)) {
      for (const { name } of members) this.#options.onDisagreement(name, this.#call.method);
    }
  }

  #failure(parties: readonly Party[]) {
    const { network } = this.#options;
    const { agree, method } = this.#quorum;
    const results = parties.reduce((sum, { members }) => sum + members.length, 0);
    if (results < agree) return unavailable(this.#options, this.#neededBlock());
    const most = Math.max(...parties.map(({ members }) => members.length));
    const problem = `${agree} upstreams must agree about ${method}, and of ${results} results at most ${most} were equal`;
    return rpcErrors.disputed(network, problem);
  }
}

/** Errors are compared by code and data, because the messages differ between node implementations. */
function comparisonKey(outcome: RpcOutcome): string {
  if (!isFailure(outcome)) return canonical(JSON.parse(outcome.result));
  const { code, data } = outcome.error;
  return `error ${code} ${data === undefined ? '' : canonical(JSON.parse(data))}`;
}
