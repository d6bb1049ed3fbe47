import type { Prefix } from '../prefix-reader.ts';

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;
/** Far more than hellos have. The name in a longer one is not looked for. */
const MOST_BYTES = 16_384;

/**
 * The server name in the first message of a TLS connection, RFC 8446 section 4.1.2 and RFC 6066 section 3. Nothing
 * is refused here: whoever begins otherwise learns it from the handshake. Undefined while the message is not whole.
 */
export function parseServerName(bytes: Buffer): Prefix<string | undefined> | undefined {
  const message = handshakeBytes(bytes);
  if (message === 'other') return found(undefined);
  const isWhole = message.length >= 4 && message.length >= 4 + message.readUIntBE(1, 3);
  if (!isWhole) return bytes.length > MOST_BYTES ? found(undefined) : undefined;
  return found(message[0] === CLIENT_HELLO ? serverNameIn(new Fields(message, 4)) : undefined);
}

const found = (value: string | undefined): Prefix<string | undefined> => ({ value, length: 0 });

/** The content of the records that have come so far. */
function handshakeBytes(bytes: Buffer): Buffer | 'other' {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== HANDSHAKE_RECORD) return 'other';
    if (bytes.length < at + 5) break;
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    parts.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

function serverNameIn(hello: Fields): string | undefined {
  hello.skip(2 + 32); // version, random
  hello.skip(hello.number(1)); // session
  hello.skip(hello.number(2)); // ciphers
  hello.skip(hello.number(1)); // compressions
  const extensions = hello.part(2);
  while (extensions.hasMore) {
    const type = extensions.number(2);
    const extension = extensions.part(2);
    if (type !== SERVER_NAME) continue;
    const names = extension.part(2);
    return names.number(1) === HOST_NAME ? names.part(2).text() : undefined;
  }
  return undefined;
}

/** Reads one field after the other. Behind the end there is nothing: zeros, and empty parts. */
class Fields {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  skip(count: number): void {
    this.#at += count;
  }

  number(size: 1 | 2): number {
    const at = this.#at;
    this.#at += size;
    return this.#at <= this.#bytes.length ? this.#bytes.readUIntBE(at, size) : 0;
  }

  /** A part that begins with its length. */
  part(size: 1 | 2): Fields {
    const length = this.number(size);
    const at = this.#at;
    this.#at += length;
    return new Fields(this.#bytes.subarray(at, at + length));
  }

  text(): string {
    return this.#bytes.toString('latin1');
  }
}
