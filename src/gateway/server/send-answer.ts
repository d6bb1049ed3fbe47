import { STATUS_CODES } from '../../kernel/node-http.ts';
import { type HttpStream, MAX_JOINED_BYTES } from '../../transport/http-stream.ts';
import type { Answer } from './answer-body.ts';

/** Pages of any site may call the gateway: nothing depends on cookies. */
const CORS = ['Access-Control-Allow-Origin', '*'];
const PREFLIGHT = [
  ...CORS,
  'Access-Control-Allow-Methods',
  'POST, OPTIONS',
  'Access-Control-Allow-Headers',
  'Content-Type, Authorization',
  'Access-Control-Max-Age',
  '86400',
];

export function sendAnswer(stream: HttpStream, answer: Answer, further: readonly string[]): void {
  if (stream.isClosed) return;
  if (answer.body === undefined) sendEmpty(stream, answer.status, further);
  else sendBody(stream, answer, answer.body, further);
}

function sendBody(
  stream: HttpStream,
  { status, retryAfter }: Answer,
  body: string,
  further: readonly string[],
): void {
  const bytes = Buffer.from(body);
  const length = String(bytes.length);
  const fields = [
    'Content-Type',
    'application/json',
    'Content-Length',
    length,
    ...CORS,
    ...further,
  ];
  if (status === 405) fields.push('Allow', 'POST, OPTIONS');
  if (retryAfter !== undefined) fields.push('Retry-After', String(retryAfter));
  stream.respond(status, STATUS_CODES[status] ?? '', fields);
  if (bytes.length <= MAX_JOINED_BYTES) stream.end(bytes);
  else if (stream.write(bytes)) stream.end();
  else stream.onDrain = () => stream.end();
}

function sendEmpty(stream: HttpStream, status: number, further: readonly string[]): void {
  stream.respond(status, STATUS_CODES[status] ?? '', [...PREFLIGHT, ...further]);
  stream.end();
}
