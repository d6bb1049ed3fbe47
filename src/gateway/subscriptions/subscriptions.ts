import { newHexId } from '../../kernel/hex-id.ts';
import type { BlockRef, ChainHeads } from '../heads/chain-heads.ts';
import type { JsonText, RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { headSource } from './head-source.ts';
import { logSource } from './log-source.ts';
import type { MakeCall, SharedMemory, SubscriptionSource } from './subscription-source.ts';

/** Subscriptions of one connection. */
const MOST_SUBSCRIPTIONS = 32;

export interface SubscriptionsOptions {
  readonly heads: ChainHeads;
  readonly call: MakeCall;
  readonly memory: SharedMemory;
  send(text: JsonText): void;
  onError(error: unknown): void;
}

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #sources = new Map<string, SubscriptionSource>();
  readonly #stop: () => void;
  /** One head after the other, so that subscribers see them in order. */
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#stop = options.heads.subscribe((head, dropped) => this.#follow(head, dropped));
  }

  get size(): number {
    return this.#sources.size;
  }

  /** Answers calls that are about subscriptions; undefined for all others. */
  answer({ method, params }: RpcCall): RpcOutcome | undefined {
    if (method === 'eth_subscribe') return this.#subscribe(params);
    if (method !== 'eth_unsubscribe') return undefined;
    const id = String(params[0]);
    this.#sources.get(id)?.close?.();
    return { result: String(this.#sources.delete(id)) };
  }

  close(): void {
    this.#stop();
    for (const source of this.#sources.values()) source.close?.();
    this.#sources.clear();
  }

  #subscribe([kind, filter = {}]: RpcCall['params']): RpcOutcome {
    if (this.#sources.size >= MOST_SUBSCRIPTIONS) {
      return {
        error: rpcErrors.params(`A connection may have ${MOST_SUBSCRIPTIONS} subscriptions`),
      };
    }
    const { call, memory } = this.#options;
    const source =
      kind === 'newHeads'
        ? headSource(call)
        : kind === 'logs'
          ? logSource(call, memory, filter)
          : undefined;
    if (!source) {
      return { error: rpcErrors.params('Subscribe to newHeads or logs; others are not served') };
    }
    if ('error' in source) return source;
    const id = `0x${newHexId()}`;
    this.#sources.set(id, source);
    return { result: JSON.stringify(id) };
  }

  #follow(head: BlockRef, dropped: readonly BlockRef[]): void {
    if (this.#sources.size === 0) return;
    // Each head makes a few calls; a connection that cannot keep up is closed by whoever sends.
    this.#waiting += 1;
    this.#work = this.#work.then(() => this.#tell(head, dropped)).catch(this.#options.onError);
  }

  get waiting(): number {
    return this.#waiting;
  }

  async #tell(head: BlockRef, dropped: readonly BlockRef[]): Promise<void> {
    this.#waiting -= 1;
    for (const [id, source] of this.#sources) {
      for (const result of await source.next(head, dropped)) {
        if (!this.#sources.has(id)) break;
        const params = `{"subscription":"${id}","result":${result}}`;
        this.#options.send(`{"jsonrpc":"2.0","method":"eth_subscription","params":${params}}`);
      }
    }
  }
}
