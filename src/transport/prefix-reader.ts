import type { Socket } from 'node:net';
import type { Timed, TimerWheel, WheelEntry } from './timer-wheel.ts';

/** What the first bytes of a connection say. */
export interface Prefix<Value> {
  readonly value: Value;
  /** How many bytes are done with. What follows is still to be read from the socket. */
  readonly length: number;
}

export interface PrefixReaderOptions<Value> {
  readonly socket: Socket;
  readonly wheel: TimerWheel;
  /** How long the first bytes may take. */
  readonly timeoutMs: number;
  /** Undefined while there are too few bytes, `refused` if they are wrong. */
  readonly parse: (received: Buffer) => Prefix<Value> | 'refused' | undefined;
  readonly onRead: (value: Value) => void;
}

/** Waits for the first bytes of a connection. A connection that begins wrongly, or not in time, is ended. */
export class PrefixReader<Value> implements Timed {
  readonly #options: PrefixReaderOptions<Value>;
  #received = Buffer.alloc(0);
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  constructor(options: PrefixReaderOptions<Value>) {
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
    const { socket, parse, onRead } = this.#options;
    const bytes: Buffer | null = socket.read();
    if (bytes === null) return;
    this.#received = Buffer.concat([this.#received, bytes]);
    const prefix = parse(this.#received);
    if (!prefix) return;
    this.#stop();
    if (prefix === 'refused') {
      socket.destroy();
      return;
    }
    const rest = this.#received.subarray(prefix.length);
    if (rest.length > 0) socket.unshift(rest);
    onRead(prefix.value);
  };

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
