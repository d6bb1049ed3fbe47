import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { startServer } from '../loopback-server.fixture.ts';
import { bytesOf, type Counterpart, type StoredItem } from './destination-contract.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** The body, as received. */
  readonly bytes: Buffer;
  /** Uncompressed. */
  readonly text: string;
}

/** The response of a receiver. Default: 200 without a body. */
export interface ReceiverResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface ReceiverOptions {
  readonly protocol?: 'http' | 'https';
  /** Checks the request as a server of the kind does. If it throws, the response is 400. */
  readonly respond?: (request: ReceivedRequest) => ReceiverResponse | undefined;
  /** The items that a request stores. Default: one item with the batch id of the header. */
  readonly store?: (request: ReceivedRequest) => readonly StoredItem[];
}

export interface Receiver extends Counterpart {
  readonly requests: readonly ReceivedRequest[];
  /** Why requests were refused. */
  readonly problems: readonly string[];
}

/** A server on loopback that checks and stores requests. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const problems: string[] = [];
  const server = await startServer(async (req, res) => {
    const bytes = await bytesOf(req);
    try {
      const isGzip = req.headers['content-encoding'] === 'gzip';
      const request: ReceivedRequest = {
        method: req.method ?? '',
        url: new URL(req.url ?? '/', 'http://receiver'),
        headers: req.headers,
        bytes,
        text: String(isGzip ? gunzipSync(bytes) : bytes),
      };
      const { status = 200, headers = {}, body = '' } = options.respond?.(request) ?? {};
      if (status < 300) requests.push(request);
      res.writeHead(status, headers).end(body);
    } catch (error) {
      problems.push(String(error));
      res.writeHead(400).end(String(error));
    }
  }, options.protocol ?? 'https');
  const store =
    options.store ?? (({ headers, text }) => [{ id: String(headers['x-batch-id']), text }]);
  return {
    port: server.port,
    requests,
    problems,
    stored: async () => requests.flatMap(store),
    stop: () => server.stop(),
  };
}
