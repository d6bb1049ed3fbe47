import type {
  OutboundClient,
  OutboundResponse,
  OutboundRules,
} from '../../../../outbound/outbound-client.ts';
import type { HttpOutcome } from '../http-outcome.ts';

const TIMEOUT_MS = 10_000;
/** Bytes of the response body that are read. A longer body does not make the call fail. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Public addresses, TLS and default ports only, unless the operator allows the address. */
export const webhookRules: OutboundRules = { requireTls: true, defaultPortsOnly: true };

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CallOutcome extends HttpOutcome {
  readonly text: string;
}

/** Sends single calls through the outbound guard. It follows no redirects. Throws an `OutboundError`. */
export class WebhookCaller {
  readonly #openClient: () => OutboundClient;

  constructor(openClient: () => OutboundClient) {
    this.#openClient = openClient;
  }

  async call({ url, headers, body }: WebhookCall, signal?: AbortSignal): Promise<CallOutcome> {
    const client = this.#openClient();
    try {
      const response = await client.request({
        ...webhookRules,
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        timeoutMs: TIMEOUT_MS,
        maxRedirects: 0,
        maxResponseBytes: Number.MAX_SAFE_INTEGER,
        ...(signal && { signal }),
      });
      const { status, headers: received } = response;
      return { status, headers: received, text: await textOf(response) };
    } finally {
      await client.close();
    }
  }
}

/** A prefix of the body. */
async function textOf({ body, discard }: OutboundResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size >= MAX_RESPONSE_BYTES) break;
  }
  discard();
  return Buffer.concat(pieces).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
}
