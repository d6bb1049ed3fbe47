import { Socket } from 'node:net';

type OnBytes = (bytes: Buffer) => void;

/** What is read from a connection at a time. */
const BYTES = 64 * 1024;

/**
 * Memory that all plain connections of visitors read into, one read after the other. Node would otherwise take new memory for every
 * read, which has to be cut, collected and freed.
 */
const memory = Buffer.allocUnsafeSlow(BYTES);

/**
 * After so many bytes of bodies V8 is told to look for those that nobody needs any more: it counts the small objects that stand for
 * them, and would wait for four times as many.
 */
const KEPT_BYTES = 16 * 1024 * 1024;

let kept = 0;

/**
 * Reads what a socket receives and calls a function with it, as the event `data` does, but at once where nothing waits to be
 * read: without the queue of the stream and its look for more, which takes about a twentieth of the time of a short request.
 */
export class DirectReader {
  readonly #socket: Socket;
  readonly #isShared: boolean;

  /** What `onBytes` gets is overwritten afterwards; see `keep`. */
  constructor(socket: Socket, onBytes: OnBytes, isEncrypted: boolean) {
    this.#socket = socket;
    // What came before, and what comes while the socket is paused.
    socket.on('data', onBytes);
    this.#isShared = !isEncrypted && readShared(socket, onBytes);
    if (!this.#isShared) takePushed(socket, onBytes);
  }

  /** The bytes of a call of `onBytes` from this one on, to be used after it. */
  keep(bytes: Buffer, from = 0): Buffer {
    if (bytes.buffer !== memory.buffer) {
      // Of a socket that is read as any other, or the rest of what was kept before.
      if (from > 0) return bytes.subarray(from);
      countKept(bytes.length);
      return bytes;
    }
    countKept(bytes.length - from);
    const copy = Buffer.allocUnsafe(bytes.length - from);
    bytes.copy(copy, 0, from);
    return copy;
  }

  /** From here on the socket is read as any other. */
  stop(): void {
    const socket = this.#socket;
    socket.removeAllListeners('data');
    if (this.#isShared) onRead(socket, (length) => socket.push(copyOf(length)));
    else Reflect.deleteProperty(socket, 'push');
  }
}

function countKept(bytes: number): void {
  kept += bytes;
  if (kept < KEPT_BYTES) return;
  kept = 0;
  globalThis.gc?.({ type: 'minor', execution: 'sync' });
}

/**
 * `net.connect` has an option for this (`onread`), `net.Server` has none: these are the members of a socket that the
 * option sets.
 */
const symbols = Object.getOwnPropertySymbols(new Socket());
const BUFFER = symbols.find(({ description }) => description === 'kBuffer');
const CALLBACK = symbols.find(({ description }) => description === 'kBufferCb');

interface Handle {
  useUserBuffer?(buffer: Buffer): void;
}

/** False if it cannot be done with this socket, or this version of Node. */
function readShared(socket: Socket, onBytes: OnBytes): boolean {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null };
  if (!BUFFER || !CALLBACK || !handle?.useUserBuffer) return false;
  Reflect.set(socket, BUFFER, memory);
  handle.useUserBuffer(memory);
  onRead(socket, (length) => {
    if (!socket.readableFlowing || socket.readableLength > 0) return socket.push(copyOf(length));
    onBytes(memory.subarray(0, length));
    return true;
  });
  return true;
}

/** The function gets the number of bytes that were read; false stops reading. */
function onRead(socket: Socket, callback: (length: number) => boolean): void {
  if (CALLBACK) Reflect.set(socket, CALLBACK, callback);
}

function copyOf(length: number): Buffer {
  return Buffer.from(memory.subarray(0, length));
}

/** Node hands what it has read to the method `push`. The end, and what comes while the socket is paused, goes its usual way. */
function takePushed(socket: Socket, onBytes: OnBytes): void {
  const { push } = socket;
  const take: Socket['push'] = (bytes, encoding) => {
    if (bytes === null || !socket.readableFlowing || socket.readableLength > 0) {
      return push.call(socket, bytes, encoding);
    }
    onBytes(bytes);
    return true;
  };
  socket.push = take;
}
