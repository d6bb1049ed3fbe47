import type { Socket } from 'node:net';
import {
  createSecureContext,
  type SecureContext,
  TLSSocket,
  type TLSSocketOptions,
} from 'node:tls';
import type { TlsInfo } from '../http-stream.ts';
import type { Timed, TimerWheel, WheelEntry } from '../timer-wheel.ts';

/** The certificate for a name, or undefined when there is none. */
export type FindCertificate = (serverName: string) => SecureContext | undefined;

export interface TlsAcceptorOptions {
  readonly findCertificate: FindCertificate;
  readonly wheel: TimerWheel;
  /** How long a handshake may take. */
  readonly handshakeMs: number;
}

export type OnSecure = (socket: TLSSocket, info: TlsInfo) => void;

/** Encrypts connections, with the certificate of the name that the visitor asks for. */
export class TlsAcceptor {
  readonly #socketOptions: TLSSocketOptions;
  readonly #options: TlsAcceptorOptions;

  constructor(options: TlsAcceptorOptions) {
    this.#options = options;
    this.#socketOptions = {
      isServer: true,
      // One context for all connections: it holds the keys of session tickets, so visitors can resume. It has no
      // certificate: whoever asks for no name, or for one that nobody has, gets an alert (handshake_failure).
      secureContext: createSecureContext({ minVersion: 'TLSv1.2' }),
      ALPNProtocols: ['h2', 'http/1.1'],
      SNICallback: (name, done) => done(null, options.findCertificate(name)),
    };
  }

  /** Calls `onSecure` after the handshake. A connection without one in time is ended. */
  accept(socket: Socket, onSecure: OnSecure): void {
    new TlsHandshake(socket, new TLSSocket(socket, this.#socketOptions), this.#options, onSecure);
  }
}

class TlsHandshake implements Timed {
  readonly #raw: Socket;
  readonly #socket: TLSSocket;
  readonly #wheel: TimerWheel;
  readonly #onSecure: OnSecure;
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  constructor(raw: Socket, socket: TLSSocket, options: TlsAcceptorOptions, onSecure: OnSecure) {
    this.#raw = raw;
    this.#socket = socket;
    this.#wheel = options.wheel;
    this.#onSecure = onSecure;
    this.deadline = this.#wheel.now() + options.handshakeMs;
    this.#wheel.add(this);
    socket.disableRenegotiation();
    // Stays for the whole connection: its end follows, and says all that is needed.
    socket.on('error', noop);
    socket.once('secure', this.#onDone);
    // Nobody who leaves in the middle of a handshake waits for the rest of it.
    socket.once('end', this.#onEnd);
    raw.once('close', this.#stop);
  }

  onDeadline(): void {
    this.#raw.destroy();
  }

  readonly #onDone = (): void => {
    this.#stop();
    releaseControl(this.#socket);
    this.#onSecure(this.#socket, {
      protocol: this.#socket.getProtocol() ?? 'none',
      cipher: this.#socket.getCipher().name,
      serverName: this.#socket.servername || undefined,
    });
  };

  readonly #onEnd = (): void => {
    this.#raw.destroy();
  };

  readonly #stop = (): void => {
    this.#wheel.remove(this);
    this.#socket.off('end', this.#onEnd);
    this.#raw.off('close', this.#stop);
  };
}

/**
 * What a `tls.Server` does when a handshake is done, and Node has no public name for: from here on the socket
 * reports its errors, and counts as connected, which HTTP/2 waits for.
 */
function releaseControl(socket: TLSSocket): void {
  const internals = socket as TLSSocket & { secureConnecting: boolean; _releaseControl(): void };
  internals._releaseControl();
  internals.secureConnecting = false;
}

function noop(): void {}
