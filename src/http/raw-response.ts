import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../kernel/node-http.ts';
import type { ApiError } from './api-error.ts';
import { errorEnvelope } from './envelope.ts';

/** Long enough for the response to arrive before the connection is destroyed. */
const LINGER_MS = 1_000;

/** Sends an error on a connection that the HTTP server has released, and ends it. */
export function refuseConnection(socket: Duplex, error: ApiError): void {
  const body = JSON.stringify(errorEnvelope(error));
  const fields = Object.entries({
    ...error.options.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  });
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // With unread bytes, the kernel would reset the connection, and the response could be lost.
  socket.resume();
  // The server's timeouts do not cover this socket: without this one, a client could keep it open for ever.
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
