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
  /** Called when a port cannot accept connections, for example because there are no file descriptors left. */
  readonly onError: (error: Error) => void;
}

/** A socket to listen on: bound by this process, or an inherited file descriptor. */
export type ListeningSocket = BoundSocket | { readonly fd: number };

/** Starts the protocol of a port on an accepted connection. */
type Begin = (slot: ConnectionSlot, info: ConnectionInfo) => void;

/** An HTTP server on plain and TLS ports. All ports share one connection limit. */
export class VisitorServer {
  readonly #options: VisitorServerOptions;
  readonly #slots: ConnectionSlots;
  readonly #servers: Server[] = [];

  constructor(options: VisitorServerOptions) {
    this.#options = options;
    this.#slots = new ConnectionSlots(options.maxConnections);
  }

  /** Connections of all ports, including those in a handshake. */
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
    // Loaded lazily: Node's HTTP/2 library takes several megabytes.
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

  /** Refuses new connections and closes the open ones after their requests in flight. Resolves when none is left. */
  async drain(): Promise<void> {
    const isClosed = this.#close();
    this.#slots.drain();
    await isClosed;
  }

  /**
   * Like `drain`, for when another process has taken over the listening sockets: idle connections may take one more request, because a
   * request that arrives while its connection is being closed is lost.
   */
  async retire(): Promise<void> {
    const isClosed = this.#close();
    this.#slots.retire();
    await isClosed;
  }

  /** Closes all connections immediately. */
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

/** Dual-stack sockets report IPv4 addresses as IPv4-mapped IPv6 addresses. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
