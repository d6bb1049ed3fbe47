import type { WebSocket } from 'ws';
import type { ClientView } from '../calls/call-handler.ts';
import type { NetworkGateway } from '../network-gateway.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import type { SharedMemory } from '../subscriptions/subscription-source.ts';
import { Subscriptions } from '../subscriptions/subscriptions.ts';
import { type Answer, answerBody, bodyText } from './answer-body.ts';
import type { Backlog } from './backlog.ts';

/** A client that does not respond to a ping until the next one is gone. */
const PING_MS = 30_000;
/** Bytes that may wait for a client that reads slowly. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;
/** Messages of one client that are answered at once; more of them wait in its socket. */
const MOST_MESSAGES = 32;
/** Heads that a client may be behind. */
const MOST_WAITING_HEADS = 64;

export interface WebSocketSessionOptions {
  readonly gateway: NetworkGateway;
  readonly view: ClientView;
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly backlog: Backlog;
  readonly memory: SharedMemory;
  readonly take: (calls: number) => number;
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
    const { gateway, view, memory, onError } = options;
    const { signal } = this.#ending;
    this.#subscriptions = new Subscriptions({
      heads: gateway.heads,
      memory,
      call: async (call) => await gateway.call(call, { view, signal }),
      send: (text) => this.#send(text),
      onError,
    });
    this.#pings = setInterval(() => this.#ping(), PING_MS);
    this.#pings.unref();
    socket.on('message', (data) => void this.#answer(String(data)));
    // A client that sends pings and reads nothing would fill the memory with pongs.
    socket.on('ping', (data) => {
      if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.terminate();
      else socket.pong(data);
    });
    socket.on('pong', () => {
      this.#hasPonged = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#close());
  }

  /** Asks the client to connect elsewhere. */
  end(): void {
    this.#socket.close(1001, 'the gateway stops');
  }

  async #answer(text: string): Promise<void> {
    this.#running += 1;
    if (this.#running >= MOST_MESSAGES) this.#socket.pause();
    try {
      const { body } = await this.#answerTo(text);
      if (body !== undefined) this.#send(bodyText(body));
    } catch (error) {
      this.#options.onError(error);
      this.#socket.terminate();
    } finally {
      this.#running -= 1;
      if (this.#running < MOST_MESSAGES) this.#socket.resume();
    }
  }

  async #answerTo(text: string): Promise<Answer> {
    const { gateway, view, maxItems, maxBytes, take, timeoutMs } = this.#options;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(timeoutMs)]);
    const call = async (made: RpcCall) =>
      this.#subscriptions.answer(made) ?? (await gateway.call(made, { view, signal }));
    const caller = { view, signal };
    return await answerBody(text, { gateway: { call }, caller, maxItems, maxBytes, take });
  }

  #send(text: string): void {
    const isBehind = this.#subscriptions.waiting > MOST_WAITING_HEADS;
    if (isBehind || this.#socket.bufferedAmount > MOST_WAITING_BYTES) this.#socket.terminate();
    else this.#socket.send(text, this.#hold(text));
  }

  /** Returns what is to be called when the system has taken the text. */
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
