import type { WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { ClientView } from '../calls/call-handler.ts';
import type { NetworkGateway } from '../network-gateway.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import type { SharedMemory } from '../subscriptions/subscription-source.ts';
import { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { Backlog } from './backlog.ts';
import { bodyText, handleBody, type RpcResponse } from './handle-body.ts';

/** Time between pings. A client that has not responded by the next one is disconnected. */
const PING_MS = 30_000;
/** Buffered bytes beyond which a client that reads too slowly is disconnected. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Messages of one client that are handled at once. Beyond that the socket is paused. */
const MAX_MESSAGES = 32;
/** A close code of the IANA registry: the client may connect again later. */
const TRY_AGAIN_LATER = 1013;

export interface WebSocketSessionOptions {
  readonly gateway: NetworkGateway;
  readonly view: ClientView;
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly backlog: Backlog;
  readonly memory: SharedMemory;
  readonly take: (calls: number) => number;
  readonly charge: (calls: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Calls and subscriptions over one WebSocket. */
export class WebSocketSession {
  readonly #socket: WebSocket;
  readonly #options: WebSocketSessionOptions;
  readonly #subscriptions: Subscriptions;
  readonly #ending = new AbortController();
  readonly #pings: NodeJS.Timeout;
  #running = 0;
  #hasPonged = true;

  constructor(socket: WebSocket, options: WebSocketSessionOptions) {
    this.#socket = socket;
    this.#options = options;
    const { gateway, memory, onError } = options;
    this.#subscriptions = new Subscriptions({
      heads: gateway.heads,
      memory,
      isDenied: (method) => gateway.isDenied(method),
      call: (call) => this.#callForSubscriber(call),
      callForOne: async (call) => {
        await this.#mayCall();
        return await this.#callForSubscriber(call);
      },
      send: (text) => this.#send(text),
      onBehind: () => socket.close(TRY_AGAIN_LATER, 'the subscriptions cannot keep up'),
      onError,
    });
    this.#pings = setInterval(() => this.#ping(), PING_MS);
    this.#pings.unref();
    socket.on('message', (data) => void this.#handleMessage(String(data)));
    // Pongs for a client that sends pings and reads nothing would fill the memory.
    socket.on('ping', (data) => {
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
      else socket.pong(data);
    });
    socket.on('pong', () => {
      this.#hasPonged = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#close());
  }

  end(): void {
    this.#socket.close(1001, 'the gateway stops');
  }

  async #handleMessage(text: string): Promise<void> {
    this.#running += 1;
    if (this.#running >= MAX_MESSAGES) this.#socket.pause();
    try {
      const { body } = await this.#responseTo(text);
      if (body !== undefined) this.#send(bodyText(body));
    } catch (error) {
      this.#options.onError(error);
      this.#socket.terminate();
    } finally {
      this.#running -= 1;
      if (this.#running < MAX_MESSAGES) this.#socket.resume();
    }
  }

  /** Waits until the rate limit allows a call: calls for a subscription count like calls of the client. */
  async #mayCall(): Promise<void> {
    const { take, clock } = this.#options;
    const { signal } = this.#ending;
    for (let seconds = take(1); seconds > 0 && !signal.aborted; seconds = take(1)) {
      await clock.sleep(seconds * 1000, signal).catch(() => {});
    }
  }

  async #callForSubscriber(call: RpcCall): Promise<RpcOutcome> {
    const { gateway, view, charge } = this.#options;
    return await gateway.call(call, { view, signal: this.#signal(), charge });
  }

  /** Aborts when the connection closes or the time limit of a call expires. */
  #signal(): AbortSignal {
    const { timeoutMs } = this.#options.gateway;
    return AbortSignal.any([this.#ending.signal, AbortSignal.timeout(timeoutMs)]);
  }

  async #responseTo(text: string): Promise<RpcResponse> {
    const { gateway, view, maxItems, maxBytes, take, charge } = this.#options;
    const signal = this.#signal();
    const caller = { view, signal, charge };
    const call = async (made: RpcCall) =>
      (gateway.isDenied(made.method) ? undefined : this.#subscriptions.handle(made)) ??
      (await gateway.call(made, caller));
    const isStateful = (method: string) => gateway.isStateful(method);
    const target = { call, isStateful };
    return await handleBody(text, { gateway: target, caller, maxItems, maxBytes, take });
  }

  #send(text: string): void {
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) this.#socket.terminate();
    else this.#socket.send(text, this.#hold(text));
  }

  /** Counts the text in the backlog until the returned function is called. The socket calls it when the text is sent. */
  #hold(text: string): () => void {
    return this.#options.backlog.hold(text.length, () => this.#socket.terminate());
  }

  #ping(): void {
    if (this.#hasPonged) this.#socket.ping();
    else this.#socket.terminate();
    this.#hasPonged = false;
  }

  #close(): void {
    clearInterval(this.#pings);
    this.#subscriptions.close();
    this.#ending.abort();
  }
}
