import { newHexId } from '../../kernel/hex-id.ts';
import type { ChainHeads, HeadChange } from '../heads/chain-heads.ts';
import type { JsonText, RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { headSource } from './head-source.ts';
import { logSource } from './log-source.ts';
import type { MakeCall, SharedMemory, SubscriptionSource } from './subscription-source.ts';

/** Per connection. */
const MAX_SUBSCRIPTIONS = 32;
/** The most pending heads of a connection. After a gap, up to 64 missing heads are announced at once; the limit is twice as high. */
const MAX_WAITING = 128;

export interface SubscriptionsOptions {
  readonly heads: ChainHeads;
  /** Makes a call whose result all subscribers share. */
  readonly call: MakeCall;
  /** Makes a call for one subscriber, as soon as the rate limit of the client allows it. */
  readonly callForOne: MakeCall;
  readonly memory: SharedMemory;
  /** Whether the network does not offer a method. */
  isDenied(method: string): boolean;
  send(text: JsonText): void;
  /** Called when the subscriptions are ended because they cannot keep up with the chain. */
  onBehind(): void;
  onError(error: unknown): void;
}

interface Subscription {
  readonly source: SubscriptionSource;
  readonly makeCall: MakeCall;
}

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #sources = new Map<string, Subscription>();
  readonly #stop: () => void;
  /** Heads are handled one after the other, so that subscribers see them in order. */
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#stop = options.heads.subscribe((change) => this.#follow(change));
  }

  get size(): number {
    return this.#sources.size;
  }

  /** Handles `eth_subscribe` and `eth_unsubscribe`; returns undefined for all other calls. */
  handle({ method, params }: RpcCall): RpcOutcome | undefined {
    if (method === 'eth_subscribe') return this.#subscribe(params);
    if (method !== 'eth_unsubscribe') return undefined;
    const id = String(params[0]);
    this.#sources.get(id)?.source.close?.();
    return { result: String(this.#sources.delete(id)) };
  }

  close(): void {
    this.#stop();
    for (const { source } of this.#sources.values()) source.close?.();
    this.#sources.clear();
  }

  #subscribe([kind, filter = {}]: RpcCall['params']): RpcOutcome {
    if (this.#sources.size >= MAX_SUBSCRIPTIONS) {
      return {
        error: rpcErrors.params(`A connection may have at most ${MAX_SUBSCRIPTIONS} subscriptions`),
      };
    }
    const { call, callForOne, memory, heads, isDenied } = this.#options;
    if (kind !== 'newHeads' && kind !== 'logs') {
      return { error: rpcErrors.params('Subscribe to newHeads or logs; others are not served') };
    }
    const needed = kind === 'newHeads' ? 'eth_getBlockByNumber' : 'eth_getLogs';
    if (isDenied(needed)) {
      return { error: rpcErrors.notOffered('eth_subscribe', `${needed} is not available`) };
    }
    const [source, makeCall] =
      kind === 'newHeads'
        ? [headSource(heads), call]
        : [logSource(memory, heads, filter), callForOne];
    if ('error' in source) return source;
    const id = `0x${newHexId()}`;
    this.#sources.set(id, { source, makeCall });
    return { result: JSON.stringify(id) };
  }

  #follow(change: HeadChange): void {
    if (this.#sources.size === 0) return;
    if (this.#waiting >= MAX_WAITING) {
      this.#giveUp();
      return;
    }
    this.#waiting += 1;
    this.#work = this.#work.then(() => this.#notify(change)).catch(this.#options.onError);
  }

  /** The connection is closed, so that the client notices the gap. */
  #giveUp(): void {
    this.close();
    this.#options.onBehind();
  }

  async #notify(change: HeadChange): Promise<void> {
    this.#waiting -= 1;
    for (const [id, { source, makeCall }] of this.#sources) {
      const results = await source.next([change], makeCall);
      if (!results) {
        this.#giveUp();
        return;
      }
      for (const result of results) {
        if (!this.#sources.has(id)) break;
        const params = `{"subscription":"${id}","result":${result}}`;
        this.#options.send(`{"jsonrpc":"2.0","method":"eth_subscription","params":${params}}`);
      }
    }
  }
}
