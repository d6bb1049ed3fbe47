import type { Socket } from 'node:net';
import type { Timed, TimerWheel, WheelEntry } from './timer-wheel.ts';

/** The parsed first bytes of a connection. */
export interface Prefix<Value> {
  readonly value: Value;
  /** Bytes that are consumed. The rest is put back into the socket. */
  readonly length: number;
}

export interface PrefixReaderOptions<Value> {
  readonly socket: Socket;
  readonly wheel: TimerWheel;
  /** Time limit for the prefix. */
  readonly timeoutMs: number;
  /** Undefined while there are too few bytes, `refused` if they are invalid. */
  readonly parse: (received: Buffer) => Prefix<Value> | 'refused' | undefined;
  readonly onRead: (value: Value) => void;
}

/** Reads the first bytes of a connection. If they are invalid or too slow, the connection is closed. */
export class PrefixReader<Value> implements Timed {
  readonly #options: PrefixReaderOptions<Value>;
  /** Larger than the received bytes, so that a client that sends single bytes does not cause a copy per byte. */
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
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
    const received = this.#append(bytes);
    const prefix = parse(received);
    if (!prefix) return;
    this.#stop();
    if (prefix === 'refused') {
      socket.destroy();
      return;
    }
    const rest = received.subarray(prefix.length);
    if (rest.length > 0) socket.unshift(rest);
    onRead(prefix.value);
  };

  #append(bytes: Buffer): Buffer {
    const length = this.#length + bytes.length;
    if (this.#length === 0) this.#buffer = bytes;
    else {
      if (length > this.#buffer.length) {
        const larger = Buffer.allocUnsafe(2 * length);
        this.#buffer.copy(larger, 0, 0, this.#length);
        this.#buffer = larger;
      }
      bytes.copy(this.#buffer, this.#length);
    }
    this.#length = length;
    return this.#buffer.subarray(0, length);
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
