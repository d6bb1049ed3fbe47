import { once } from 'node:events';
import {
  type AddressInfo,
  createServer,
  type ListenOptions,
  type Server,
  type Socket,
} from 'node:net';
import { type Cidr, inAnyCidr } from '../kernel/ip.ts';
import { type ConnectionCount, type ConnectionSlot, ConnectionSlots } from './connection-slots.ts';
import type { ConnectionInfo } from './http-stream.ts';
import { VisitorConnection } from './http1/visitor-connection.ts';
import { ProxyHeaderReader } from './proxy-protocol/proxy-header-reader.ts';
import type { FindCertificate, TlsAcceptor } from './tls/tls-acceptor.ts';
import type { VisitorContext } from './visitor-context.ts';

export interface VisitorServerOptions extends VisitorContext {
  readonly maxConnections: number;
  /** Load balancers that begin each connection with a PROXY header. */
  readonly proxies: readonly Cidr[];
  /** A port cannot take connections for a while, for example for want of file descriptors. */
  readonly onError: (error: Error) => void;
}

/**
 * Sockets that listen on a port, where the system lets several share one. The event loop takes one connection of each per
 * turn, and under load a turn takes many milliseconds: visitors would wait behind all others who have just come.
 */
const LISTENERS = 16;

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
  listen(options: ListenOptions): Promise<number> {
    return this.#listen(options, (slot, info) => {
      new VisitorConnection(slot.socket, info, this.#options, slot);
    });
  }

  /** Listens for HTTP/2 and HTTP/1.1 over TLS. */
  async listenTls(options: ListenOptions, findCertificate: FindCertificate): Promise<number> {
    // Loaded only where they are used: the library for HTTP/2 takes several megabytes.
    const [{ TlsAcceptor }, { Http2Connection }] = await Promise.all([
      import('./tls/tls-acceptor.ts'),
      import('./http2/http2-connection.ts'),
    ]);
    const { wheel, limits } = this.#options;
    const acceptor: TlsAcceptor = new TlsAcceptor({
      findCertificate,
      wheel,
      handshakeMs: limits.handshakeMs,
    });
    return this.#listen(options, (slot, info) => {
      acceptor.accept(slot.socket, (socket, tls) => {
        const Connection = socket.alpnProtocol === 'h2' ? Http2Connection : VisitorConnection;
        new Connection(socket, { ...info, tls }, this.#options, slot);
      });
    });
  }

  /** Takes no more connections and lets those that there are come to an end. Resolves when none is left. */
  async drain(): Promise<void> {
    const isClosed = this.#servers.map((server) => once(server.close(), 'close'));
    this.#slots.drain();
    await Promise.all(isClosed);
  }

  /** Ends all connections at once. */
  destroy(): void {
    for (const server of this.#servers) server.close();
    this.#slots.destroy();
  }

  async #listen(options: ListenOptions, begin: Begin): Promise<number> {
    const port = await this.#open(options, begin);
    if (!options.reusePort) return port;
    for (let n = 1; n < LISTENERS; n++) await this.#open({ ...options, port }, begin);
    return port;
  }

  async #open(options: ListenOptions, begin: Begin): Promise<number> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#accept(socket, begin),
    );
    server.listen(options);
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
    new ProxyHeaderReader({
      socket,
      wheel,
      timeoutMs: limits.handshakeMs,
      onHeader: (addresses) => begin(slot, { ...info, ...addresses }),
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
