import { randomBytes } from 'node:crypto';
import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CallContext, CallHandler, ClientView } from '../calls/call-handler.ts';
import type { MethodTable } from '../calls/method-table.ts';
import type { ChainHeads, HeadChange } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { logSource } from '../subscriptions/log-source.ts';
import type { SharedMemory, SubscriptionSource } from '../subscriptions/subscription-source.ts';
import { HeadJournal } from './head-journal.ts';

/** Per client and network. */
const MAX_OF_CLIENT = 32;
/** Per network. */
const MAX_FILTERS = 10_000;
/** A filter that is not used for this long is removed, as nodes do. */
const IDLE_MS = 5 * 60_000;
/** Changes of the chain that one call returns. The next call continues there. */
const MAX_CHANGES = 128;
/** Logs that filters keep so that they can return them again as `removed`. */
const MAX_REMEMBERED_BYTES = 16 * 1024 * 1024;

export interface FiltersOptions {
  readonly heads: ChainHeads;
  readonly clock: Pick<Clock, 'tick'>;
  readonly methods: MethodTable;
}

interface Filter {
  readonly owner: ClientView;
  /** The criteria of a filter for logs; undefined: it is for blocks. */
  readonly criteria: unknown;
  readonly source: SubscriptionSource | undefined;
  /** The next position in the journal. */
  position: number;
  usedAt: number;
  /** Calls for one filter are handled in order, so that none returns the same changes twice. */
  work: Promise<unknown>;
}

/**
 * Serves `eth_newFilter` and its relatives from the chain that the gateway follows. Nodes keep filters to themselves, so a filter of one
 * upstream would be unknown to the next.
 */
export function serveFilters(options: FiltersOptions, next: CallHandler): CallHandler {
  const filters = new Filters(options, next);
  return (call, context) => filters.handle(call, context) ?? next(call, context);
}

class Filters {
  readonly #heads: ChainHeads;
  readonly #clock: Pick<Clock, 'tick'>;
  readonly #next: CallHandler;
  /** Undefined if it is not offered. Then there are no filters for logs either. */
  readonly #getLogs: RpcMethod | undefined;
  readonly #journal: HeadJournal;
  /** The least recently used one first. */
  readonly #filters = new Map<string, Filter>();
  readonly #memory: SharedMemory = { maxBytes: MAX_REMEMBERED_BYTES, bytes: 0 };

  constructor({ heads, clock, methods }: FiltersOptions, next: CallHandler) {
    this.#heads = heads;
    this.#clock = clock;
    this.#getLogs = methods.find('eth_getLogs');
    this.#next = next;
    this.#journal = new HeadJournal(heads);
    heads.subscribe(() => this.#removeIdle());
  }

  /** Undefined if the method is not about filters. */
  handle(
    { method, params: [param] }: RpcCall,
    context: CallContext,
  ): RpcOutcome | Promise<RpcOutcome> | undefined {
    switch (method) {
      case 'eth_newBlockFilter':
        return this.#create(context, undefined);
      case 'eth_newFilter':
        return this.#create(context, param);
      case 'eth_uninstallFilter':
        return { result: String(this.#remove(String(param), context)) };
      case 'eth_getFilterChanges':
        return this.#changes(String(param), context);
      case 'eth_getFilterLogs':
        return this.#logs(String(param), context);
      default:
        return undefined;
    }
  }

  #create({ client }: CallContext, criteria: unknown): RpcOutcome {
    this.#removeIdle();
    const own = this.#filters.values().filter(({ owner }) => owner === client);
    if (own.toArray().length >= MAX_OF_CLIENT) {
      return { error: rpcErrors.params(`A client may have at most ${MAX_OF_CLIENT} filters`) };
    }
    if (this.#filters.size >= MAX_FILTERS) return { error: rpcErrors.tooManyFilters() };
    if (criteria !== undefined && !this.#getLogs) {
      return { error: rpcErrors.notOffered('eth_newFilter', 'eth_getLogs is not available') };
    }
    if (((criteria as { blockHash?: unknown } | undefined)?.blockHash ?? null) !== null) {
      return { error: rpcErrors.params('A filter takes a range of blocks, not blockHash') };
    }
    const source =
      criteria === undefined ? undefined : logSource(this.#memory, this.#heads, criteria);
    if (source && 'error' in source) return source;
    const id = newId();
    this.#filters.set(id, {
      owner: client,
      criteria,
      source,
      position: this.#journal.end,
      usedAt: this.#clock.tick(),
      work: Promise.resolve(),
    });
    return { result: JSON.stringify(id) };
  }

  /** The filter, if it belongs to this client. */
  #use(id: string, { client }: CallContext): Filter | undefined {
    this.#removeIdle();
    const filter = this.#filters.get(id);
    if (filter?.owner !== client) return undefined;
    filter.usedAt = this.#clock.tick();
    this.#filters.delete(id);
    this.#filters.set(id, filter);
    return filter;
  }

  #remove(id: string, context: CallContext): boolean {
    const filter = this.#use(id, context);
    filter?.source?.close?.();
    return filter !== undefined && this.#filters.delete(id);
  }

  #removeIdle(): void {
    const oldest = this.#clock.tick() - IDLE_MS;
    for (const [id, { usedAt, source }] of this.#filters) {
      if (usedAt > oldest) break;
      source?.close?.();
      this.#filters.delete(id);
    }
  }

  #changes(id: string, context: CallContext): RpcOutcome | Promise<RpcOutcome> {
    const filter = this.#use(id, context);
    if (!filter) return notFound;
    const outcome = filter.work.then(() => this.#changesOf(filter, context));
    filter.work = outcome.catch(() => {});
    return outcome;
  }

  async #changesOf(filter: Filter, context: CallContext): Promise<RpcOutcome> {
    const missed = this.#journal.since(filter.position);
    if (!missed || missed.some(({ isGap }) => isGap)) return notFound;
    const changes = missed.slice(0, MAX_CHANGES);
    let failure: RpcOutcome | undefined;
    let calls = 0;
    const results = filter.source
      ? await filter.source.next(changes, async (call) => {
          // The call of the client was charged when it arrived.
          calls += 1;
          if (calls > 1) context.charge(1);
          const outcome = await this.#callForLogs(call, context);
          if (isFailure(outcome)) failure = outcome;
          return outcome;
        })
      : hashesOf(changes);
    if (!results) return failure ?? { error: rpcErrors.internal() };
    filter.position += changes.length;
    return { result: `[${results.join(',')}]` };
  }

  #logs(id: string, context: CallContext): RpcOutcome | Promise<RpcOutcome> {
    const filter = this.#use(id, context);
    if (filter?.criteria === undefined) return notFound;
    return this.#callForLogs({ method: 'eth_getLogs', params: [filter.criteria] }, context);
  }

  async #callForLogs(call: RpcCall, context: CallContext): Promise<RpcOutcome> {
    const method = this.#getLogs;
    if (!method) return notFound;
    const { client, signal } = context;
    const charge = (calls: number) => context.charge(calls);
    return await this.#next(call, { method, client, signal, charge });
  }
}

/** As nodes respond. */
const notFound: RpcOutcome = { error: { code: -32000, message: 'filter not found' } };

/** A random quantity: 128 bits without a leading zero. */
function newId(): string {
  const digits = randomBytes(16).toString('hex');
  return `0x${digits.startsWith('0') ? `1${digits.slice(1)}` : digits}`;
}

function hashesOf(changes: readonly HeadChange[]): readonly string[] {
  return changes.flatMap(({ head, isKnown }) => (isKnown ? [] : JSON.stringify(head.hash)));
}
