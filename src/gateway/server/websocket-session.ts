import type { WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { ClientView } from '../calls/call-handler.ts';
import type { NetworkGateway } from '../network-gateway.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
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
/** RFC 6455, section 7.4.1, and the registry of close codes: the client may connect again, later. */
const TRY_AGAIN_LATER = 1013;

export interface WebSocketSessionOptions {
  readonly gateway: NetworkGateway;
  readonly view: ClientView;
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
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
    const { gateway, memory, onError } = options;
    this.#subscriptions = new Subscriptions({
      heads: gateway.heads,
      memory,
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

  /** Waits until the client may make another call: those that are made for it count like its own. */
  async #mayCall(): Promise<void> {
    const { take, clock } = this.#options;
    const { signal } = this.#ending;
    for (let seconds = take(1); seconds > 0 && !signal.aborted; seconds = take(1)) {
      await clock.sleep(seconds * 1000, signal).catch(() => {});
    }
  }

  async #callForSubscriber(call: RpcCall): Promise<RpcOutcome> {
    const { gateway, view } = this.#options;
    return await gateway.call(call, { view, signal: this.#signal() });
  }

  /** Aborts when the connection is closed or the time for a call is up. */
  #signal(): AbortSignal {
    const { timeoutMs } = this.#options;
    return AbortSignal.any([this.#ending.signal, AbortSignal.timeout(timeoutMs)]);
  }

  async #answerTo(text: string): Promise<Answer> {
    const { gateway, view, maxItems, maxBytes, take } = this.#options;
    const signal = this.#signal();
    const call = async (made: RpcCall) =>
      this.#subscriptions.answer(made) ?? (await gateway.call(made, { view, signal }));
    const caller = { view, signal };
    return await answerBody(text, { gateway: { call }, caller, maxItems, maxBytes, take });
  }

  #send(text: string): void {
    if (this.#socket.bufferedAmount > MOST_WAITING_BYTES) this.#socket.terminate();
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
