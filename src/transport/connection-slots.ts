import type { Socket } from 'node:net';
import { Link, LinkedList } from './linked-list.ts';

/** What speaks on a connection. */
export interface SlotHolder {
  readonly protocol: 'http/1.1' | 'h2';
  /** Ends the connection after what is under way on it. */
  drain(): void;
  /** The same, but a request may be on its way: where the protocol cannot tell the visitor, the next one is the last. */
  retire(): void;
  /** Ends the connection at once. */
  destroy(): void;
}

/** How many connections speak a protocol and are in a state. */
export interface ConnectionCount {
  /** As ALPN has it; `none` during a handshake. */
  readonly protocol: SlotHolder['protocol'] | 'none';
  readonly state: 'handshake' | 'idle' | 'busy';
  readonly count: number;
}

/** The share of one connection in the limit, from the moment it is accepted until its socket is closed. */
export class ConnectionSlot {
  readonly socket: Socket;
  /** Its place in the lists of its owner. */
  readonly link = new Link<ConnectionSlot>(this);
  readonly #slots: ConnectionSlots;
  /** Undefined while nothing but a handshake is under way. */
  holder: SlotHolder | undefined;
  isIdle = true;
  isReleased = false;

  constructor(socket: Socket, slots: ConnectionSlots) {
    this.socket = socket;
    this.#slots = slots;
    socket.once('close', () => this.#slots.release(this));
    // The end of the socket follows, and says all that is needed.
    socket.on('error', noop);
  }

  get isDraining(): boolean {
    return this.#slots.isDraining;
  }

  /** A request is under way. */
  busy(): void {
    this.#slots.move(this, false);
  }

  /** The connection waits for a request. Others may take its slot. */
  idle(): void {
    this.#slots.move(this, true);
  }
}

/**
 * Counts the connections of all ports of a process, whatever is spoken on them. At the limit, those that have
 * waited longest for a request make room; when all are busy, there is none.
 */
export class ConnectionSlots {
  readonly #max: number;
  /** Those that wait for a handshake or a request, longest first, and all others. */
  readonly #idle = new LinkedList<ConnectionSlot>();
  readonly #busy = new LinkedList<ConnectionSlot>();
  size = 0;
  isDraining = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** Destroys the socket when there is no slot for it. */
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

  /** Looks at all of them, so that nothing has to be counted while they are used. */
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

  /** Takes no more connections and ends those that there are, each after what is under way on it. */
  drain(): void {
    this.isDraining = true;
    for (const slot of [...this.#idle, ...this.#busy]) {
      if (slot.holder) slot.holder.drain();
      else slot.socket.destroy();
    }
  }

  /** The same, but connections may take one more request; those in a handshake get that far. */
  retire(): void {
    this.isDraining = true;
    for (const { holder } of [...this.#idle, ...this.#busy]) holder?.retire();
  }

  destroy(): void {
    for (const { holder, socket } of [...this.#idle, ...this.#busy]) (holder ?? socket).destroy();
  }

  #evict(): void {
    const oldest = this.#idle.first;
    if (!oldest) return;
    // The end of its socket is announced later, and others may come until then.
    this.release(oldest);
    oldest.socket.destroy();
  }

  #listOf({ isIdle }: ConnectionSlot): LinkedList<ConnectionSlot> {
    return isIdle ? this.#idle : this.#busy;
  }
}

function noop(): void {}
