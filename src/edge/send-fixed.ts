import { STATUS_CODES } from '../kernel/node-http.ts';
import type { Exchange } from './exchange.ts';
import { securityHeaders } from './stages/security-headers.ts';

/** Sends a response of the edge itself. */
export function sendFixed(
  exchange: Exchange,
  status: number,
  title: string | undefined,
  headers: Readonly<Record<string, string | number>>,
  body: string,
): void {
  const { stream, ray, method } = exchange;
  const bytes = Buffer.from(body);
  // These statuses have neither a body nor a `Content-Length`.
  const isBodiless = status === 204 || status === 304;
  exchange.status = status;
  exchange.contentType = String(headers['content-type'] ?? '');
  exchange.responseBodyBytes = method === 'HEAD' || isBodiless ? 0 : bytes.length;
  const fields = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  if (!isBodiless && headers['content-length'] === undefined) {
    fields.push('content-length', String(bytes.length));
  }
  if (headers['cf-ray'] === undefined) fields.push('cf-ray', ray);
  for (const [name, value] of securityHeaders(exchange)) {
    if (headers[name] === undefined) fields.push(name, value);
  }
  fields.push('date', new Date().toUTCString());
  stream.respond(status, title ?? STATUS_CODES[status] ?? '', fields);
  stream.end(bytes);
}
