import type { GatewayQuorum } from '../../contracts/gateway/gateway-channel.ts';
import type { CallContext, CallHandler } from '../calls/call-handler.ts';
import { canonical } from '../rpc/canonical.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { type AskOptions, neededBlock, unavailable } from './ask.ts';
import { attempt } from './attempt.ts';
import { Candidates } from './candidates.ts';
import { isAboutTheNode } from './missing-data.ts';
import { UpstreamFault } from './upstream.ts';
import type { UpstreamNode } from './upstream-node.ts';

export interface AskQuorumOptions extends AskOptions {
  readonly quorums: readonly GatewayQuorum[];
  /** The upstream gave another result than so many others. */
  onDisagreement(upstream: string, method: string): void;
}

/** Asks several upstreams for methods of which that many must agree, and the next step for all others. */
export function askQuorum(options: AskQuorumOptions, next: CallHandler): CallHandler {
  const quorums = new Map(options.quorums.map((quorum) => [quorum.method, quorum]));
  return async (call, context) => {
    const quorum = quorums.get(call.method);
    if (!quorum) return await next(call, context);
    const block = neededBlock(call, context, options.heads);
    return await new Vote(call, context, quorum, block, options).run();
  };
}

/** The upstreams that have given one result. */
interface Party {
  readonly outcome: RpcOutcome;
  readonly members: UpstreamNode[];
}

class Vote {
  readonly #call: RpcCall;
  readonly #context: CallContext;
  readonly #quorum: GatewayQuorum;
  readonly #block: number;
  readonly #candidates: Candidates;
  readonly #options: AskQuorumOptions;
  readonly #parties = new Map<string, Party>();
  readonly #ending = new AbortController();
  /** Aborts as soon as there is an outcome: no further upstream has to be asked. */
  readonly #decided = new AbortController();
  readonly #done = Promise.withResolvers<RpcOutcome>();

  constructor(
    call: RpcCall,
    context: CallContext,
    quorum: GatewayQuorum,
    block: number,
    options: AskQuorumOptions,
  ) {
    this.#call = call;
    this.#context = context;
    this.#quorum = quorum;
    this.#block = block;
    this.#candidates = new Candidates(options, block);
    this.#options = options;
  }

  async run(): Promise<RpcOutcome> {
    const { signal } = this.#context;
    const { ready, behind } = this.#candidates;
    if (ready + behind.length < this.#quorum.agree) {
      return { error: unavailable(this.#options, this.#block) };
    }
    const onAbort = () => {
      this.#done.resolve({ error: rpcErrors.timeout() });
      this.#ending.abort();
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const asked = Array.from({ length: this.#quorum.ask }, () => this.#ask());
    // Those that answer later than the quorum is reached are still compared with it.
    void Promise.all(asked).then(
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

  /** Asks one upstream after the other until one has something to say. */
  async #ask(): Promise<void> {
    for (;;) {
      const upstream =
        this.#candidates.take() ?? (await this.#candidates.await(this.#decided.signal));
      if (!upstream) return;
      const outcome = await this.#answerOf(upstream);
      if (!outcome) continue;
      const key = meaningOf(outcome);
      const party = this.#parties.get(key) ?? { outcome, members: [] };
      this.#parties.set(key, party);
      party.members.push(upstream);
      if (party.members.length >= this.#quorum.agree) this.#done.resolve(party.outcome);
      return;
    }
  }

  /** Undefined if the upstream does not know, or says nothing that can be true. */
  async #answerOf(upstream: UpstreamNode): Promise<RpcOutcome | undefined> {
    const { signal } = this.#ending;
    try {
      const outcome = await attempt(upstream, this.#call, this.#context, this.#options, signal);
      const latest = this.#options.heads.latest?.number;
      const isUnknown = isAboutTheNode(this.#call, this.#context.method, outcome, latest);
      return isUnknown ? undefined : outcome;
    } catch (error) {
      if (error instanceof UpstreamFault && error.kind === 'too_large') {
        return { error: rpcErrors.tooMuch() };
      }
      if (error instanceof UpstreamFault || signal.aborted) return undefined;
      throw error;
    }
  }

  /** All that were asked have answered, or nobody waits any more. */
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
    const answers = parties.reduce((sum, { members }) => sum + members.length, 0);
    if (answers < agree) return unavailable(this.#options, this.#block);
    const most = Math.max(...parties.map(({ members }) => members.length));
    const problem = `${agree} upstreams must agree about ${method}, and of ${answers} answers at most ${most} were the same`;
    return rpcErrors.disputed(network, problem);
  }
}

/** Errors of the chain are equal by code and data, because nodes have their own words for them. */
function meaningOf(outcome: RpcOutcome): string {
  if (!isFailure(outcome)) return canonical(JSON.parse(outcome.result));
  const { code, data } = outcome.error;
  return `error ${code} ${data === undefined ? '' : canonical(JSON.parse(data))}`;
}
