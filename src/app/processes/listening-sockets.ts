import { closeSync } from 'node:fs';
import { bindSockets, SHARES_PORTS } from '../../transport/bind-sockets.ts';

/** Descriptors of listening sockets that a primary got from its predecessor. */
export interface InheritedSockets {
  readonly host: string;
  readonly port: number;
  /** The descriptors of each edge process of the predecessor. */
  readonly groups: readonly (readonly number[])[];
}

export function closeInherited(sockets: readonly InheritedSockets[]): void {
  for (const fd of sockets.flatMap(({ groups }) => groups.flat())) closeSync(fd);
}

interface HeldSocket {
  readonly fd: number;
  close(): void;
}

/**
 * The listening sockets of one address. The primary holds them and never accepts connections from them; edge
 * processes inherit them. So a socket outlives the process that listens on it, and connections that wait in its
 * queue are not reset when another process takes over.
 */
export class ListeningSockets {
  readonly #host: string;
  readonly #bySlot = new Map<number, HeldSocket[]>();
  #port: number;

  /** `host` is an IP address. Inherited sockets are divided among the processes, however many there are now. */
  constructor(
    address: { readonly host: string; readonly port: number },
    processes: number,
    inherited: InheritedSockets['groups'] = [],
  ) {
    this.#host = address.host;
    this.#port = address.port;
    for (const [index, group] of inherited.entries()) {
      const slot = (index % processes) + 1;
      const held = group.map((fd) => ({ fd, close: () => closeSync(fd) }));
      this.#bySlot.set(slot, [...(this.#bySlot.get(slot) ?? []), ...held]);
    }
  }

  /** The descriptors for the process of a slot. New sockets are bound if the slot has none. */
  ofSlot(slot: number): readonly number[] {
    const key = keyOf(slot);
    const held = this.#bySlot.get(key) ?? this.#bind();
    this.#bySlot.set(key, held);
    return held.map(({ fd }) => fd);
  }

  /**
   * Closes the sockets of a process that has ended, so that the kernel gives new connections to the other
   * processes. Processes that share one socket keep it.
   */
  release(slot: number): void {
    if (SHARES_PORTS) this.#close(keyOf(slot));
  }

  close(): void {
    for (const key of [...this.#bySlot.keys()]) this.#close(key);
  }

  /** The descriptors by slot, which a successor inherits. */
  get groups(): InheritedSockets['groups'] {
    return [...this.#bySlot.values()].map((held) => held.map(({ fd }) => fd));
  }

  #bind(): HeldSocket[] {
    const bound = bindSockets({ host: this.#host, port: this.#port });
    // With port 0 the system chooses the port; sockets that are bound later share it.
    this.#port = bound[0]?.address().port ?? this.#port;
    return bound.map((socket) => ({ fd: socket.fd(), close: () => socket.close() }));
  }

  #close(key: number): void {
    for (const socket of this.#bySlot.get(key) ?? []) socket.close();
    this.#bySlot.delete(key);
  }
}

/** Where sockets cannot share a port, all processes accept connections from one socket. */
function keyOf(slot: number): number {
  return SHARES_PORTS ? slot : 1;
}
