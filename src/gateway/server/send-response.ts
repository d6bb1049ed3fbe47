import { gzip } from 'node:zlib';
import { STATUS_CODES } from '../../kernel/node-http.ts';
import { type HttpStream, MAX_JOINED_BYTES } from '../../transport/http-stream.ts';
import type { Backlog } from './backlog.ts';
import type { PreparedBody, RpcResponse } from './handle-body.ts';

/** Any origin may call the gateway, because it uses no cookies. */
const CORS = ['Access-Control-Allow-Origin', '*'];
const JSON_FIELDS = ['Content-Type', 'application/json', ...CORS];
/** Shorter responses fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_400;
/** The fastest one: JSON of hexadecimal digits shrinks to half with it. */
const COMPRESSION_LEVEL = 1;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PREFLIGHT = [
  ...CORS,
  'Access-Control-Allow-Methods',
  'POST, OPTIONS',
  'Access-Control-Allow-Headers',
  'Content-Type, Content-Encoding, Authorization',
  'Access-Control-Max-Age',
  '86400',
];

export function sendResponse(
  stream: HttpStream,
  response: RpcResponse,
  further: readonly string[],
  backlog: Backlog,
): void {
  if (stream.isClosed) return;
  if (response.body === undefined) sendEmpty(stream, response.status, further);
  else sendBody(stream, response, response.body, further, backlog);
}

function sendBody(
  stream: HttpStream,
  { status, retryAfter }: RpcResponse,
  body: string | PreparedBody,
  further: readonly string[],
  backlog: Backlog,
): void {
  const bytes = typeof body === 'string' ? sendable(body) : joined(body);
  const fields = [...JSON_FIELDS];
  if (further.length > 0) fields.push(...further);
  if (status === 405) fields.push('Allow', 'POST, OPTIONS');
  if (retryAfter !== undefined) fields.push('Retry-After', String(retryAfter));
  if (bytes.length < MIN_COMPRESSED_BYTES || !acceptsGzip(stream)) {
    write(stream, status, fields, bytes, backlog);
    return;
  }
  fields.push('Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding');
  // A copy, because the shared memory of `joined` is reused while this one is compressed.
  const copy = typeof bytes === 'string' ? bytes : Buffer.from(bytes);
  const release = backlog.hold(copy.length, () => stream.abort());
  stream.onClose = release;
  gzip(copy, { level: COMPRESSION_LEVEL }, (error, compressed) => {
    release();
    if (stream.isClosed) return;
    if (error) stream.abort();
    else write(stream, status, fields, compressed, backlog);
  });
}

function write(
  stream: HttpStream,
  status: number,
  fields: readonly string[],
  bytes: string | Buffer,
  backlog: Backlog,
): void {
  const length = ['Content-Length', String(bytes.length)];
  stream.respond(status, STATUS_CODES[status] ?? '', [...fields, ...length]);
  if (typeof bytes === 'string' || bytes.length <= MAX_JOINED_BYTES) stream.end(bytes);
  else if (stream.write(bytes)) stream.end();
  else {
    keepJoined(bytes);
    const release = backlog.hold(bytes.length, () => stream.abort());
    stream.onClose = release;
    const end = () => {
      release();
      stream.end();
    };
    stream.onDrain = end;
  }
}

/** RFC 9110, section 12.5.3: an encoding with the weight 0 is not accepted, and `*` stands for those that are not listed. */
function acceptsGzip({ headers }: HttpStream): boolean {
  const accepted = headers.get('accept-encoding');
  if (accepted === undefined) return false;
  const weights = new Map(
    accepted.split(',').map((item) => {
      const [name = '', ...parameters] = item.toLowerCase().replace(/\s/g, '').split(';');
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** A short ASCII text is sent as a string, in one write with the head. */
function sendable(text: string): string | Buffer {
  const isSent = text.length <= MAX_JOINED_BYTES && !BEYOND_ASCII.test(text);
  return isSent ? text : Buffer.from(text);
}

/** Large enough for most long results. */
const MEMORY_BYTES = 256 * 1024;
/** A buffer in which bodies are assembled, reused for the next response. */
let memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);

/** The body as one buffer. The next body overwrites it, unless `keepJoined` is called. */
function joined({ prefix, result, suffix }: PreparedBody): Buffer {
  // In UTF-8, a UTF-16 code unit takes up to three bytes.
  const most = (prefix.length + suffix.length) * 3 + result.length;
  const target = most <= MEMORY_BYTES ? memory : Buffer.allocUnsafeSlow(most);
  let size = target.write(prefix);
  size += result.copy(target, size);
  size += target.write(suffix, size);
  return target.subarray(0, size);
}

/** Allocates another shared buffer, because the socket still sends from this one. */
function keepJoined(bytes: Buffer): void {
  if (bytes.buffer === memory.buffer) memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);
}

function sendEmpty(stream: HttpStream, status: number, further: readonly string[]): void {
  stream.respond(status, STATUS_CODES[status] ?? '', [...PREFLIGHT, ...further]);
  stream.end();
}
