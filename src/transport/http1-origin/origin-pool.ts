import type { Socket } from 'node:net';
import type { ResponseHeadLimits } from '../http1/response-head.ts';
import { Link, LinkedList } from '../linked-list.ts';
import type { Timed, TimerWheel, WheelEntry } from '../timer-wheel.ts';
import {
  type ConnectionOwner,
  headOf,
  OriginConnection,
  type OriginTimes,
} from './origin-connection.ts';
import type { OriginExchange, OriginHandler, OriginRequest } from './origin-request.ts';
import { ReadBuffer, type ReadInto } from './read-buffer.ts';

export interface OriginPoolOptions extends OriginTimes, ResponseHeadLimits {
  /** Opens a connection; `onReady` is called once, when requests can be sent on it. */
  readonly connect: (onReady: () => void, readInto: ReadInto | undefined) => Socket;
  /** Whether `connect` supports `readInto`. */
  readonly readsInto: boolean;
  readonly wheel: TimerWheel;
  readonly maxConnections: number;
  /** Requests that may queue for a connection, and their time limit. */
  readonly maxWaiting: number;
  readonly waitMs: number;
  readonly connectMs: number;
  /** Idle timeout of a connection, unless the origin's `Keep-Alive` is shorter. */
  readonly keepMs: number;
}

/** There was no connection, so the origin has not received the request. */
export class OriginUnavailableError extends Error {
  readonly code: 'ORIGIN_CONNECT_TIMEOUT' | 'ORIGIN_BUSY' | 'ORIGIN_CLOSED';

  constructor(code: OriginUnavailableError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A pool of keep-alive connections to one origin. */
export class OriginPool implements ConnectionOwner {
  readonly #options: OriginPoolOptions;
  /** Last in, first out, so that surplus connections stay idle and expire. */
  readonly #free: OriginConnection[] = [];
  readonly #waiting = new LinkedList<Pending>();
  #waitingCount = 0;
  #connections = new Set<OriginConnection | Pending>();
  isClosed = false;

  constructor(options: OriginPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Idle connections. */
  get idle(): number {
    return this.#free.length;
  }

  get times(): OriginTimes {
    return this.#options;
  }

  get limits(): ResponseHeadLimits {
    return this.#options;
  }

  get wheel(): TimerWheel {
    return this.#options.wheel;
  }

  send(request: OriginRequest, handler: OriginHandler): OriginExchange {
    let head: string;
    try {
      head = headOf(request);
    } catch (error) {
      const unsendable = new Pending('', request, handler, this);
      unsendable.fail(error as Error);
      return unsendable;
    }
    // An upgrade needs a connection of its own: it is not reusable afterwards, and its socket is handed over.
    const free = request.upgrade === undefined ? this.#free.pop() : undefined;
    if (free) {
      free.send(head, request, handler);
      return free;
    }
    const pending = new Pending(head, request, handler, this);
    if (this.isClosed) {
      pending.fail(new OriginUnavailableError('ORIGIN_CLOSED', 'the pool of the origin is closed'));
    } else if (this.#connections.size < this.#options.maxConnections) {
      this.#open(pending);
    } else if (this.#waitingCount < this.#options.maxWaiting) {
      this.#wait(pending);
    } else {
      pending.fail(
        new OriginUnavailableError('ORIGIN_BUSY', 'too many requests wait for a connection'),
      );
    }
    return pending;
  }

  /** Closes idle connections; requests in flight are completed. */
  close(): void {
    this.isClosed = true;
    this.#endFree();
  }

  onFree(connection: OriginConnection): void {
    if (this.#waiting.first?.isUpgrade) {
      // Frees the slot for the connection of the upgrade.
      connection.socket.destroy();
      return;
    }
    const next = this.#takeWaiting();
    if (next) {
      next.send(connection);
      return;
    }
    if (this.isClosed) {
      connection.socket.destroy();
      return;
    }
    const { wheel, keepMs } = this.#options;
    connection.deadline = wheel.now() + Math.min(keepMs, connection.keepAliveMs);
    wheel.touch(connection);
    this.#free.push(connection);
  }

  onClosed(connection: OriginConnection): void {
    this.#options.wheel.remove(connection);
    this.#connections.delete(connection);
    const at = this.#free.indexOf(connection);
    if (at !== -1) this.#free.splice(at, 1);
    this.#openNext();
  }

  /** The other idle connections are older, so they are probably closed as well. A retry then gets a new connection. */
  onStale(): void {
    this.#endFree();
  }

  /** Removes a request that has failed or was aborted. */
  forget(pending: Pending): void {
    this.#options.wheel.remove(pending);
    if (pending.isWaiting) this.#leave(pending);
    if (!this.#connections.delete(pending)) return;
    pending.socket?.destroy();
    this.#openNext();
  }

  #endFree(): void {
    for (const connection of this.#free.splice(0)) connection.socket.destroy();
  }

  #wait(pending: Pending): void {
    pending.isWaiting = true;
    pending.deadline = this.#options.wheel.now() + this.#options.waitMs;
    this.#options.wheel.add(pending);
    this.#waiting.add(pending.link);
    this.#waitingCount += 1;
  }

  #leave(pending: Pending): void {
    pending.isWaiting = false;
    this.#waiting.remove(pending.link);
    this.#waitingCount -= 1;
  }

  #takeWaiting(): Pending | undefined {
    const next = this.#waiting.first;
    if (next) {
      this.#leave(next);
      this.#options.wheel.remove(next);
    }
    return next;
  }

  #openNext(): void {
    const next = this.#takeWaiting();
    if (next) this.#open(next);
  }

  #open(pending: Pending): void {
    const { wheel, connect, connectMs, readsInto } = this.#options;
    const buffer = readsInto && !pending.isUpgrade ? new ReadBuffer() : undefined;
    this.#connections.add(pending);
    pending.deadline = wheel.now() + connectMs;
    wheel.add(pending);
    const socket = connect(() => {
      wheel.remove(pending);
      if (!this.#connections.delete(pending)) return;
      socket.removeAllListeners('error');
      const connection = new OriginConnection(socket, this, buffer);
      this.#connections.add(connection);
      wheel.add(connection);
      pending.send(connection);
    }, buffer?.into);
    pending.socket = socket;
    socket.once('error', (error) => {
      this.forget(pending);
      pending.fail(error);
    });
  }
}

/** A request without a connection yet. */
class Pending implements OriginExchange, Timed {
  readonly link = new Link<Pending>(this);
  readonly #head: string;
  readonly #request: OriginRequest;
  readonly #handler: OriginHandler;
  readonly #pool: OriginPool;
  #connection: OriginConnection | undefined;
  #isOver = false;
  #isAborted = false;
  isWaiting = false;
  socket: Socket | undefined;
  deadline = Number.POSITIVE_INFINITY;
  wheelEntry: WheelEntry | undefined;

  constructor(head: string, request: OriginRequest, handler: OriginHandler, pool: OriginPool) {
    this.#head = head;
    this.#request = request;
    this.#handler = handler;
    this.#pool = pool;
  }

  get isUpgrade(): boolean {
    return this.#request.upgrade !== undefined;
  }

  send(connection: OriginConnection): void {
    this.#connection = connection;
    connection.send(this.#head, this.#request, this.#handler);
  }

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#request.body?.cancel();
    // `onError` must not be called before `send` has returned, nor after `abort`.
    queueMicrotask(() => {
      if (!this.#isAborted) this.#handler.onError(error);
    });
  }

  onDeadline(): void {
    const code = this.isWaiting ? 'ORIGIN_BUSY' : 'ORIGIN_CONNECT_TIMEOUT';
    this.#pool.forget(this);
    this.fail(new OriginUnavailableError(code, 'no connection to the origin in time'));
  }

  resume(): void {
    this.#connection?.resume();
  }

  abort(): void {
    this.#isAborted = true;
    if (this.#connection) {
      this.#connection.abort();
      return;
    }
    this.#isOver = true;
    this.#request.body?.cancel();
    this.#pool.forget(this);
  }
}
