import type { HeaderList } from '../header-list.ts';
import { LF } from './characters.ts';
import { parseFieldLines } from './field-lines.ts';
import { headBytes } from './head-bytes.ts';
import { WireError } from './wire-error.ts';

const MAX_BYTES = 8 * 1024;
const MAX_FIELDS = 64;

/** Fields for framing, routing, authentication and content handling are not allowed as trailers: RFC 9110, section 6.5.1. */
const forbidden = new Set([
  'authorization',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'range',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Reads the fields after the last chunk, up to the empty line. */
export class TrailerReader {
  #text = '';
  isDone = false;
  headers: HeaderList | undefined;

  feed(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && !this.isDone) {
      const lineEnd = bytes.indexOf(LF, at);
      const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
      this.#add(bytes, at, next);
      at = next;
      if (this.#isAtEnd()) this.#finish();
    }
    return at;
  }

  #add(bytes: Buffer, from: number, to: number): void {
    if (this.#text.length + to - from > MAX_BYTES) throw new WireError('trailer');
    this.#text += bytes.toString('latin1', from, to);
  }

  #isAtEnd(): boolean {
    const text = this.#text;
    return text === '\r\n' || text.endsWith('\r\n\r\n');
  }

  #finish(): void {
    this.isDone = true;
    const end = this.#text.length - 2;
    if (end === 0) return;
    const headers = parseFieldLines(headBytes(this.#text), 0, end, MAX_FIELDS, 'trailer');
    checkTrailers(headers);
    this.headers = headers;
  }
}

/** Throws if a field is not allowed as a trailer. */
export function checkTrailers({ names }: HeaderList): void {
  if (names.some((name) => forbidden.has(name))) throw new WireError('trailer');
}
