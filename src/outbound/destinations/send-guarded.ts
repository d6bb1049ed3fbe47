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

/** The part of a response that is read; error messages are short. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface SendOptions extends Pick<OutboundRequest, 'furtherPorts' | 'verifyTls'> {
  readonly client: Pick<OutboundClient, 'request'>;
  readonly clock: Clock;
  /** The name of the destination in messages. */
  readonly name: string;
  readonly maxResponseBytes?: number;
  /** Whether the body of a successful response matters. */
  readonly readsSuccess?: boolean;
  /** Extracts the error text of a response, in one line. Not for servers of an unknown kind, whose text may be confidential. */
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
 * Sends one request to a destination. All requests pass here, including those of vendors' clients. A response without success becomes a
 * `DestinationError`. Redirects are not followed: the body and its credentials are for one server only.
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
  // A truncated body may end with part of a secret, which could not be recognized.
  const isWhole = body.length < limit;
  throw responseFailure(name, read, clock.now(), isWhole ? options.reason?.(read) : undefined);
}

/** The first bytes of a body. After a short body, which is read completely, the connection is reusable. */
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
