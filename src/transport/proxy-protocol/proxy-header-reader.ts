import type { Socket } from 'node:net';
import type { Timed, TimerWheel, WheelEntry } from '../timer-wheel.ts';
import {
  type ProxyAddresses,
  type ProxyHeader,
  ProxyHeaderError,
  parseProxyHeader,
} from './proxy-header.ts';

export interface ProxyHeaderReaderOptions {
  readonly socket: Socket;
  readonly wheel: TimerWheel;
  /** How long the header may take. */
  readonly timeoutMs: number;
  /** The header has come. What came behind it is still to be read from the socket. */
  readonly onHeader: (addresses: ProxyAddresses | undefined) => void;
}

/** Waits for the PROXY header of a connection. A connection that begins otherwise, or not in time, is ended. */
export class ProxyHeaderReader implements Timed {
  readonly #options: ProxyHeaderReaderOptions;
  #received = Buffer.alloc(0);
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  constructor(options: ProxyHeaderReaderOptions) {
    const { socket, wheel, timeoutMs } = options;
    this.#options = options;
    this.deadline = wheel.now() + timeoutMs;
    wheel.add(this);
    socket.on('readable', this.#onReadable);
    socket.once('end', this.#onEnd);
    socket.once('close', this.#stop);
  }

  onDeadline(): void {
    this.#options.socket.destroy();
  }

  readonly #onReadable = (): void => {
    const { socket, onHeader } = this.#options;
    const bytes: Buffer | null = socket.read();
    if (bytes === null) return;
    this.#received = Buffer.concat([this.#received, bytes]);
    const header = this.#parse();
    if (!header) return;
    this.#stop();
    const rest = this.#received.subarray(header.length);
    if (rest.length > 0) socket.unshift(rest);
    onHeader(header.addresses);
  };

  #parse(): ProxyHeader | undefined {
    try {
      return parseProxyHeader(this.#received);
    } catch (error) {
      if (!(error instanceof ProxyHeaderError)) throw error;
      this.#options.socket.destroy();
      return undefined;
    }
  }

  readonly #onEnd = (): void => {
    this.#options.socket.destroy();
  };

  readonly #stop = (): void => {
    const { socket, wheel } = this.#options;
    wheel.remove(this);
    socket.off('readable', this.#onReadable);
    socket.off('end', this.#onEnd);
    socket.off('close', this.#stop);
  };
}
