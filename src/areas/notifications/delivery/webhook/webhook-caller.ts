import type { OutboundClient, OutboundRules } from '../../../../outbound/outbound-client.ts';
import type { HttpOutcome } from '../http-outcome.ts';

const TIMEOUT_MS = 10_000;
/** What receivers say beside the status is short, and mostly not read. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Public addresses, TLS and the two usual ports, unless the operator lists the address. */
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
      const response = await client.fetch({
        ...webhookRules,
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        timeoutMs: TIMEOUT_MS,
        maxRedirects: 0,
        maxResponseBytes: MAX_RESPONSE_BYTES,
        ...(signal && { signal }),
      });
      const { status, headers: received } = response;
      return { status, headers: received, text: response.body.toString('utf8') };
    } finally {
      await client.close();
    }
  }
}
