import type { IncomingHttpHeaders } from 'node:http';
import { startServer } from '../../src/outbound/loopback-server.fixture.ts';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // Tests look into bodies of many shapes; a wrong path fails the assertion.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly text: string;
  /** The status of the response. */
  readonly status: number;
}

/** A receiver of webhooks on this machine. `PALISADE_OUTBOUND_ALLOW` has to list its address. */
export interface WebhookReceiver {
  readonly origin: string;
  /** All calls in the order of their arrival. */
  readonly calls: readonly ReceivedCall[];
  /** Sets the response to further calls. */
  respond(status: number, headers?: Record<string, string>): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  let response = { status: 200, headers: {} };
  const server = await startServer(async (request, outgoing) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { status, headers } = response;
    const { url: path = '' } = request;
    calls.push({ path, headers: request.headers, body: JSON.parse(text), text, status });
    outgoing.writeHead(status, headers).end();
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    calls,
    respond(status, headers = {}) {
      response = { status, headers };
    },
    stop: () => server.stop(),
  };
}
