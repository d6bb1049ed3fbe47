import type { Socket } from 'node:net';
import {
  createSecureContext,
  type SecureContext,
  TLSSocket,
  type TLSSocketOptions,
  type TlsOptions,
} from 'node:tls';
import type { TlsInfo } from '../http-stream.ts';
import { PrefixReader } from '../prefix-reader.ts';
import type { Timed, TimerWheel, WheelEntry } from '../timer-wheel.ts';
import { ServerNameParser } from './client-hello.ts';

/** TLS restrictions for a server name. */
export interface NameLimits {
  /** The only allowed version. */
  readonly version?: 'TLSv1.2' | 'TLSv1.3';
  readonly noHttp2?: true;
}

/** Certificates and restrictions by server name (SNI). */
export interface ServerNames {
  /** Undefined if there is no certificate for the name. */
  findCertificate(serverName: string): SecureContext | undefined;
  /** Undefined if there is no restriction. */
  limitsOf(serverName: string): NameLimits | undefined;
  /** Whether any name is restricted to TLS 1.2. Then the name has to be read before the handshake. */
  limitsToTls12(): boolean;
}

export interface TlsAcceptorOptions {
  readonly names: ServerNames;
  readonly wheel: TimerWheel;
  /** Time limit for the handshake. */
  readonly handshakeMs: number;
}

export interface HandshakeEvents {
  readonly onSecure: (socket: TLSSocket, info: TlsInfo) => void;
  /**
   * The connection closed before the handshake was complete. The reason is `left` (the client disconnected), `slow`, `version` or an
   * OpenSSL error code.
   */
  readonly onFailure: (reason: string) => void;
}

/** Performs TLS handshakes, with the certificate for the client's SNI. */
export class TlsAcceptor {
  readonly #anyVersion: TLSSocketOptions;
  readonly #onlyTls12: TLSSocketOptions;
  readonly #options: TlsAcceptorOptions;

  constructor(options: TlsAcceptorOptions) {
    this.#options = options;
    this.#anyVersion = socketOptions(options.names, {});
    this.#onlyTls12 = socketOptions(options.names, { maxVersion: 'TLSv1.2' });
  }

  /** If the handshake is too slow, the connection is closed. */
  accept(socket: Socket, events: HandshakeEvents): void {
    const { names, wheel, handshakeMs } = this.#options;
    if (!names.limitsToTls12()) {
      this.#begin(socket, this.#anyVersion, events);
      return;
    }
    const onClose = () => events.onFailure('left');
    socket.once('close', onClose);
    // OpenSSL chooses the version before Node reports the server name, so the name is parsed first.
    new PrefixReader({
      socket,
      wheel,
      timeoutMs: handshakeMs,
      parse: new ServerNameParser().parse,
      onRead: (name) => {
        const isLimited = name !== undefined && names.limitsOf(name)?.version === 'TLSv1.2';
        socket.off('close', onClose);
        this.#begin(socket, isLimited ? this.#onlyTls12 : this.#anyVersion, events);
      },
    });
  }

  #begin(socket: Socket, options: TLSSocketOptions, events: HandshakeEvents): void {
    new TlsHandshake(socket, new TLSSocket(socket, options), this.#options, events);
  }
}

function socketOptions(
  names: ServerNames,
  versions: { readonly maxVersion?: 'TLSv1.2' },
): TLSSocketOptions {
  const options: TLSSocketOptions & Pick<TlsOptions, 'ALPNCallback'> = {
    isServer: true,
    // One context for all connections holds the session ticket keys, so that clients can resume sessions. It has no certificate: without
    // SNI, or with an unknown name, the client gets a handshake_failure alert.
    secureContext: createSecureContext({ minVersion: 'TLSv1.2', ...versions }),
    ALPNCallback: ({ servername, protocols }) => {
      const noHttp2 = servername !== undefined && names.limitsOf(servername)?.noHttp2;
      if (!noHttp2 && protocols.includes('h2')) return 'h2';
      return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
    },
    SNICallback: (name, done) => done(null, names.findCertificate(name)),
  };
  return options;
}

class TlsHandshake implements Timed {
  readonly #raw: Socket;
  readonly #socket: TLSSocket;
  readonly #options: TlsAcceptorOptions;
  readonly #events: HandshakeEvents;
  #failure = 'left';
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  constructor(
    raw: Socket,
    socket: TLSSocket,
    options: TlsAcceptorOptions,
    events: HandshakeEvents,
  ) {
    this.#raw = raw;
    this.#socket = socket;
    this.#options = options;
    this.#events = events;
    this.deadline = options.wheel.now() + options.handshakeMs;
    options.wheel.add(this);
    socket.disableRenegotiation();
    // The error listener stays for the whole connection. `close` follows every error.
    socket.on('error', this.#onError);
    socket.once('secure', this.#onDone);
    // A client that ends its side during the handshake has disconnected.
    socket.once('end', this.#onEnd);
    raw.once('close', this.#onClose);
  }

  onDeadline(): void {
    this.#failure = 'slow';
    this.#raw.destroy();
  }

  readonly #onDone = (): void => {
    this.#stop();
    const info = {
      protocol: this.#socket.getProtocol() ?? 'none',
      cipher: this.#socket.getCipher().name,
      serverName: this.#socket.servername || undefined,
    };
    if (!this.#isAllowed(info)) {
      this.#events.onFailure('version');
      this.#raw.destroy();
      return;
    }
    releaseControl(this.#socket);
    this.#events.onSecure(this.#socket, info);
  };

  #isAllowed({ protocol, serverName }: TlsInfo): boolean {
    if (serverName === undefined) return true;
    const version = this.#options.names.limitsOf(serverName)?.version;
    return version === undefined || version === protocol;
  }

  readonly #onEnd = (): void => {
    this.#raw.destroy();
  };

  readonly #onError = (error: NodeJS.ErrnoException): void => {
    this.#failure = error.code ?? 'error';
  };

  readonly #onClose = (): void => {
    this.#stop();
    this.#events.onFailure(this.#failure);
  };

  #stop(): void {
    this.#options.wheel.remove(this);
    this.#socket.off('end', this.#onEnd);
    this.#raw.off('close', this.#onClose);
  }
}

/**
 * `tls.Server` does this after a handshake; Node has no public API for it. From here on the socket reports its errors and counts as
 * connected, which HTTP/2 waits for.
 */
function releaseControl(socket: TLSSocket): void {
  const internals = socket as TLSSocket & { secureConnecting: boolean; _releaseControl(): void };
  internals._releaseControl();
  internals.secureConnecting = false;
}
