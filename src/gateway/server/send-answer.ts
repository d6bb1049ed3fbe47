import { STATUS_CODES } from '../../kernel/node-http.ts';
import { type HttpStream, MAX_JOINED_BYTES } from '../../transport/http-stream.ts';
import type { Answer, PreparedBody } from './answer-body.ts';
import type { Backlog } from './backlog.ts';

/** Pages of any site may call the gateway: nothing depends on cookies. */
const CORS = ['Access-Control-Allow-Origin', '*'];
const JSON_FIELDS = ['Content-Type', 'application/json', ...CORS, 'Content-Length'];
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PREFLIGHT = [
  ...CORS,
  'Access-Control-Allow-Methods',
  'POST, OPTIONS',
  'Access-Control-Allow-Headers',
  'Content-Type, Authorization',
  'Access-Control-Max-Age',
  '86400',
];

export function sendAnswer(
  stream: HttpStream,
  answer: Answer,
  further: readonly string[],
  backlog: Backlog,
): void {
  if (stream.isClosed) return;
  if (answer.body === undefined) sendEmpty(stream, answer.status, further);
  else sendBody(stream, answer, answer.body, further, backlog);
}

function sendBody(
  stream: HttpStream,
  { status, retryAfter }: Answer,
  body: string | PreparedBody,
  further: readonly string[],
  backlog: Backlog,
): void {
  const bytes = typeof body === 'string' ? sendable(body) : joined(body);
  const length = String(bytes.length);
  const fields = [...JSON_FIELDS, length];
  if (further.length > 0) fields.push(...further);
  if (status === 405) fields.push('Allow', 'POST, OPTIONS');
  if (retryAfter !== undefined) fields.push('Retry-After', String(retryAfter));
  stream.respond(status, STATUS_CODES[status] ?? '', fields);
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

/** A short text that has a byte for each character is sent as it is, together with its head. */
function sendable(text: string): string | Buffer {
  const isSent = text.length <= MAX_JOINED_BYTES && !BEYOND_ASCII.test(text);
  return isSent ? text : Buffer.from(text);
}

/** Most long results fit in it. */
const MEMORY_BYTES = 256 * 1024;
/** Memory in which bodies are put together, for one after the other. */
let memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);

/** The body in one piece. It is overwritten by the next, unless `keepJoined` is called. */
function joined({ prefix, result, suffix }: PreparedBody): Buffer {
  // A character takes up to three bytes.
  const most = (prefix.length + suffix.length) * 3 + result.length;
  const target = most <= MEMORY_BYTES ? memory : Buffer.allocUnsafeSlow(most);
  let size = target.write(prefix);
  size += result.copy(target, size);
  size += target.write(suffix, size);
  return target.subarray(0, size);
}

/** The system has not taken all of it yet. */
function keepJoined(bytes: Buffer): void {
  if (bytes.buffer === memory.buffer) memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);
}

function sendEmpty(stream: HttpStream, status: number, further: readonly string[]): void {
  stream.respond(status, STATUS_CODES[status] ?? '', [...PREFLIGHT, ...further]);
  stream.end();
}
