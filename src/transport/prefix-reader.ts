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
  /** Has room for more than was received, so that a visitor who sends single bytes does not have all of them copied. */
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
