import type { Socket } from 'node:net';
import { Link, LinkedList } from './linked-list.ts';

/** The protocol implementation of a connection. */
export interface SlotHolder {
  readonly protocol: 'http/1.1' | 'h2';
  /** Closes the connection after the requests in flight. */
  drain(): void;
  /** Like `drain`, but an idle connection stays open for one more request, because a request may already be in transit. */
  retire(): void;
  /** Closes the connection immediately. */
  destroy(): void;
}

/** Number of connections that have this protocol and this state. */
export interface ConnectionCount {
  /** ALPN identifier; `none` during a handshake. */
  readonly protocol: SlotHolder['protocol'] | 'none';
  readonly state: 'handshake' | 'idle' | 'busy';
  readonly count: number;
}

/** One connection that counts towards the limit, from accept until its socket is closed. */
export class ConnectionSlot {
  readonly socket: Socket;
  /** The entry in the owner's idle or busy list. */
  readonly link = new Link<ConnectionSlot>(this);
  readonly #slots: ConnectionSlots;
  /** Undefined during the handshake. */
  holder: SlotHolder | undefined;
  isIdle = true;
  isReleased = false;

  constructor(socket: Socket, slots: ConnectionSlots) {
    this.socket = socket;
    this.#slots = slots;
    socket.once('close', () => this.#slots.release(this));
    // Errors need no handling of their own, because the `close` event follows every error.
    socket.on('error', noop);
  }

  get isDraining(): boolean {
    return this.#slots.isDraining;
  }

  /** Whether another process accepts new connections, so that visitors can be asked to open one. */
  get isRetiring(): boolean {
    return this.#slots.isRetiring;
  }

  /** Marks a request in flight. */
  busy(): void {
    this.#slots.move(this, false);
  }

  /** Marks the connection as waiting for a request. It may be evicted at the limit. */
  idle(): void {
    this.#slots.move(this, true);
  }
}

/**
 * Limits the connections of all ports of a process, whatever their protocol. At the limit, the longest idle connection is closed for a new
 * one; if all are busy, the new one is refused.
 */
export class ConnectionSlots {
  readonly #max: number;
  /** Connections in a handshake or without a request, longest idle first. */
  readonly #idle = new LinkedList<ConnectionSlot>();
  readonly #busy = new LinkedList<ConnectionSlot>();
  size = 0;
  isDraining = false;
  isRetiring = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** Destroys the socket and returns undefined if there is no slot for it. */
  open(socket: Socket): ConnectionSlot | undefined {
    if (this.size >= this.#max) this.#evict();
    if (this.isDraining || this.size >= this.#max) {
      socket.destroy();
      return undefined;
    }
    const slot = new ConnectionSlot(socket, this);
    this.#idle.add(slot.link);
    this.size += 1;
    return slot;
  }

  move(slot: ConnectionSlot, isIdle: boolean): void {
    if (slot.isReleased || slot.isIdle === isIdle) return;
    this.#listOf(slot).remove(slot.link);
    slot.isIdle = isIdle;
    this.#listOf(slot).add(slot.link);
  }

  release(slot: ConnectionSlot): void {
    if (slot.isReleased) return;
    slot.isReleased = true;
    this.#listOf(slot).remove(slot.link);
    this.size -= 1;
  }

  /** Iterates over all connections, so that the request path needs no counters. */
  count(): ConnectionCount[] {
    const idle = [...this.#idle];
    const busy = [...this.#busy];
    const speaking = (slots: readonly ConnectionSlot[], protocol: ConnectionCount['protocol']) =>
      slots.filter(({ holder }) => (holder?.protocol ?? 'none') === protocol).length;
    return [
      { protocol: 'none', state: 'handshake', count: speaking(idle, 'none') },
      { protocol: 'http/1.1', state: 'idle', count: speaking(idle, 'http/1.1') },
      { protocol: 'http/1.1', state: 'busy', count: speaking(busy, 'http/1.1') },
      { protocol: 'h2', state: 'idle', count: speaking(idle, 'h2') },
      { protocol: 'h2', state: 'busy', count: speaking(busy, 'h2') },
    ];
  }

  /** Refuses new connections and closes the open ones, each after its requests in flight. */
  drain(): void {
    this.isDraining = true;
    for (const slot of [...this.#idle, ...this.#busy]) {
      if (slot.holder) slot.holder.drain();
      else slot.socket.destroy();
    }
  }

  /** Like `drain`, but open connections, and those in a handshake, may take one more request. */
  retire(): void {
    this.isDraining = true;
    this.isRetiring = true;
    for (const { holder } of [...this.#idle, ...this.#busy]) holder?.retire();
  }

  destroy(): void {
    for (const { holder, socket } of [...this.#idle, ...this.#busy]) (holder ?? socket).destroy();
  }

  #evict(): void {
    const oldest = this.#idle.first;
    if (!oldest) return;
    // Released now, because the `close` event follows later and other connections may arrive until then.
    this.release(oldest);
    oldest.socket.destroy();
  }

  #listOf({ isIdle }: ConnectionSlot): LinkedList<ConnectionSlot> {
    return isIdle ? this.#idle : this.#busy;
  }
}

function noop(): void {}
