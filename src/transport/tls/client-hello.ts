import type { Prefix } from '../prefix-reader.ts';

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;
/** Far more than real ClientHello messages have. With a longer message or more records, the name is undefined. */
const MAX_BYTES = 16_384;
const MAX_RECORDS = 64;

const RECORD_HEAD = 5;
const MESSAGE_HEAD = 4;

/**
 * Finds the server name (SNI) in the ClientHello of a TLS connection, RFC 8446 section 4.1.2 and RFC 6066 section 3. Nothing is refused
 * here: the TLS handshake rejects invalid messages. A parser is for one connection and keeps its position, because clients may send the
 * message byte by byte.
 */
export class ServerNameParser {
  /** Offset of the first incomplete record. */
  #next = 0;
  #records = 0;
  /** Bytes of the message in the complete records. */
  #received = 0;
  /** Length of the message; until it is known, the length of the message header. */
  #expected = MESSAGE_HEAD;

  /** `bytes`: everything received so far. Undefined while the message is incomplete. */
  readonly parse = (bytes: Buffer): Prefix<string | undefined> | undefined => {
    while (this.#next < bytes.length) {
      if (bytes[this.#next] !== HANDSHAKE_RECORD) return found(undefined);
      if (bytes.length < this.#next + RECORD_HEAD) return undefined;
      const length = bytes.readUInt16BE(this.#next + 3);
      const end = this.#next + RECORD_HEAD + length;
      if (length === 0 || end > MAX_BYTES) return found(undefined);
      if (bytes.length < end) return undefined;
      this.#next = end;
      this.#received += length;
      if (++this.#records > MAX_RECORDS) return found(undefined);
      const result = this.#received >= this.#expected && this.#read(bytes.subarray(0, end));
      if (result) return result;
    }
    return undefined;
  };

  /** Joins the records. This happens at most twice: when the length of the message is known, and when it is complete. */
  #read(records: Buffer): Prefix<string | undefined> | undefined {
    const message = contentOf(records);
    if (message[0] !== CLIENT_HELLO) return found(undefined);
    this.#expected = MESSAGE_HEAD + message.readUIntBE(1, 3);
    if (this.#expected > MAX_BYTES) return found(undefined);
    if (this.#received < this.#expected) return undefined;
    return found(serverNameIn(new Fields(message, MESSAGE_HEAD)));
  }
}

/** `length` is 0, because the handshake reads the same bytes again. */
const found = (value: string | undefined): Prefix<string | undefined> => ({ value, length: 0 });

function contentOf(records: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < records.length; ) {
    const end = at + RECORD_HEAD + records.readUInt16BE(at + 3);
    parts.push(records.subarray(at + RECORD_HEAD, end));
    at = end;
  }
  return Buffer.concat(parts);
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

/** Reads fields in order. After the end, numbers are 0 and parts are empty. */
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

  /** A length-prefixed part. */
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
