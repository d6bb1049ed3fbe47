import { once } from 'node:events';
import {
  type AddressInfo,
  type BoundSocket,
  createServer,
  type Server,
  type Socket,
} from 'node:net';
import { type Cidr, inAnyCidr } from '../kernel/ip.ts';
import { type ConnectionCount, type ConnectionSlot, ConnectionSlots } from './connection-slots.ts';
import type { ConnectionInfo } from './http-stream.ts';
import { VisitorConnection } from './http1/visitor-connection.ts';
import { PrefixReader } from './prefix-reader.ts';
import { readProxyHeader } from './proxy-protocol/proxy-header.ts';
import type { ServerNames, TlsAcceptor } from './tls/tls-acceptor.ts';
import type { VisitorContext } from './visitor-context.ts';

export interface VisitorServerOptions extends VisitorContext {
  readonly maxConnections: number;
  /** Load balancers that begin each connection with a PROXY header. */
  readonly proxies: readonly Cidr[];
  /** A port cannot take connections for a while, for example for want of file descriptors. */
  readonly onError: (error: Error) => void;
}

/** A socket to listen on: bound by this process, or the descriptor of one that was inherited. */
export type ListeningSocket = BoundSocket | { readonly fd: number };

/** Takes what arrives on a port to the protocol that is spoken there. */
type Begin = (slot: ConnectionSlot, info: ConnectionInfo) => void;

/**
 * Listens on ports, plain or encrypted, and speaks HTTP with whoever connects. All ports share one limit of
 * connections.
 */
export class VisitorServer {
  readonly #options: VisitorServerOptions;
  readonly #slots: ConnectionSlots;
  readonly #servers: Server[] = [];

  constructor(options: VisitorServerOptions) {
    this.#options = options;
    this.#slots = new ConnectionSlots(options.maxConnections);
  }

  /** Connections of all ports, those in the middle of a handshake included. */
  get connections(): number {
    return this.#slots.size;
  }

  count(): ConnectionCount[] {
    return this.#slots.count();
  }

  /** Listens for HTTP/1.1. */
  listen(sockets: readonly ListeningSocket[]): Promise<number> {
    return this.#listen(sockets, (slot, info) => {
      new VisitorConnection(slot.socket, info, this.#options, slot);
    });
  }

  /** Listens for HTTP/2 and HTTP/1.1 over TLS. */
  async listenTls(sockets: readonly ListeningSocket[], names: ServerNames): Promise<number> {
    // Loaded only where they are used: the library for HTTP/2 takes several megabytes.
    const [{ TlsAcceptor }, { Http2Connection }] = await Promise.all([
      import('./tls/tls-acceptor.ts'),
      import('./http2/http2-connection.ts'),
    ]);
    const { wheel, limits, handler } = this.#options;
    const acceptor: TlsAcceptor = new TlsAcceptor({
      names,
      wheel,
      handshakeMs: limits.handshakeMs,
    });
    return this.#listen(sockets, (slot, info) => {
      acceptor.accept(slot.socket, {
        onSecure: (socket, tls) => {
          const Connection = socket.alpnProtocol === 'h2' ? Http2Connection : VisitorConnection;
          new Connection(socket, { ...info, tls }, this.#options, slot);
        },
        onFailure: (reason) => handler.handshakeFailed(reason, info),
      });
    });
  }

  /** Takes no more connections and lets those that there are come to an end. Resolves when none is left. */
  async drain(): Promise<void> {
    const isClosed = this.#close();
    this.#slots.drain();
    await isClosed;
  }

  /**
   * The same when another process listens on the sockets: connections that wait for a request may still send one,
   * because one that arrives at a connection which is just being closed is lost.
   */
  async retire(): Promise<void> {
    const isClosed = this.#close();
    this.#slots.retire();
    await isClosed;
  }

  /** Ends all connections at once. */
  destroy(): void {
    for (const server of this.#servers) server.close();
    this.#slots.destroy();
  }

  async #close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => once(server.close(), 'close')));
  }

  /** Returns the port, which all of the sockets share. */
  async #listen(sockets: readonly ListeningSocket[], begin: Begin): Promise<number> {
    const [port = 0] = await Promise.all(sockets.map((socket) => this.#open(socket, begin)));
    return port;
  }

  async #open(listening: ListeningSocket, begin: Begin): Promise<number> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#accept(socket, begin),
    );
    server.listen(listening);
    await once(server, 'listening');
    server.on('error', this.#options.onError);
    this.#servers.push(server);
    return (server.address() as AddressInfo).port; // a port, not a path
  }

  #accept(socket: Socket, begin: Begin): void {
    const slot = this.#slots.open(socket);
    if (!slot) return;
    const { proxies, wheel, limits } = this.#options;
    const info = infoOf(socket);
    if (proxies.length === 0 || !inAnyCidr(proxies, info.remoteAddress)) {
      begin(slot, info);
      return;
    }
    new PrefixReader({
      socket,
      wheel,
      timeoutMs: limits.handshakeMs,
      parse: readProxyHeader,
      onRead: (addresses) => begin(slot, { ...info, ...addresses }),
    });
  }
}

function infoOf(socket: Socket): ConnectionInfo {
  return {
    remoteAddress: plainAddress(socket.remoteAddress ?? ''),
    remotePort: socket.remotePort ?? 0,
    localAddress: plainAddress(socket.localAddress ?? ''),
    localPort: socket.localPort ?? 0,
    tls: undefined,
  };
}

/** Sockets that listen on both versions write IPv4 addresses as IPv6 ones. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
