import type { Clock } from '../../kernel/clock.ts';
import type {
  BufferedResponse,
  OutboundClient,
  OutboundMethod,
  OutboundRequest,
  OutboundResponse,
} from '../outbound-client.ts';
import { responseFailure } from './response-failure.ts';
import { sendTimeoutMs } from './send-timeout.ts';

/** The prefix of a response that is read. Error messages are short. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface SendOptions extends Pick<OutboundRequest, 'furtherPorts' | 'verifyTls'> {
  readonly client: Pick<OutboundClient, 'request'>;
  readonly clock: Clock;
  /** The destination's name in messages. */
  readonly name: string;
  readonly maxResponseBytes?: number;
  /** Whether the body of a successful response matters. */
  readonly readsSuccess?: boolean;
  /** The error message in a response. Only for known kinds of servers: those of others could reveal internal pages to users. */
  readonly reason?: (response: BufferedResponse) => string | undefined;
}

export interface SentRequest {
  readonly url: string;
  readonly method: OutboundMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  readonly signal: AbortSignal;
}

/**
 * Sends one request of a destination. All requests are sent this way, also those of vendors' clients. A response with a status other than
 * 2xx becomes a `DestinationError`. Redirects are not followed: the body and its credentials are for one server only.
 */
export async function sendGuarded(
  options: SendOptions,
  request: SentRequest,
): Promise<BufferedResponse> {
  const { client, clock, name, furtherPorts = [], verifyTls = true } = options;
  const response = await client.request({
    ...request,
    requireTls: true,
    usualPortsOnly: true,
    furtherPorts,
    verifyTls,
    timeoutMs: sendTimeoutMs(Buffer.byteLength(request.body)),
    maxRedirects: 0,
    maxResponseBytes: Number.MAX_SAFE_INTEGER,
  });
  const { status, headers, url } = response;
  const isSuccess = status >= 200 && status < 300;
  const limit = options.maxResponseBytes ?? MAX_RESPONSE_BYTES;
  const body = await readPrefix(response, limit).catch((error: unknown) => {
    if (isSuccess && options.readsSuccess) throw error;
    // The status is sufficient.
    return Buffer.alloc(0);
  });
  const read: BufferedResponse = { status, headers, url, body };
  if (isSuccess) return read;
  // A truncated body may end with a part of a secret, which could not be recognised and replaced.
  const isWhole = body.length < limit;
  throw responseFailure(name, read, clock.now(), isWhole ? options.reason?.(read) : undefined);
}

/** The first bytes of a body. If a short body is read to its end, the connection can be reused. */
async function readPrefix(response: OutboundResponse, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
