import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
  /** Keeps connections alive, instead of one per visit. */
  readonly agent?: Agent;
}

export interface Visited {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** Visits `shop.test` at a port of this machine. */
export async function visit(port: number, sent: Sent = {}): Promise<Visited> {
  const { path = '/', method = 'GET', headers = {}, body, agent = false } = sent;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent,
    headers: { host: 'shop.test', ...headers },
  }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = await text(response);
  if (!response.complete) await once(response, 'close');
  const { statusCode: status = 0, rawHeaders } = response;
  return { status, headers: response.headers, rawHeaders, body: received };
}

interface Flushed {
  readonly port: number;
  flush(): void;
}

/** The same, and flushes the logs of the edge. */
export async function visitAndFlush(edge: Flushed, sent?: Sent): Promise<Visited> {
  edge.flush();
  const visited = await visit(edge.port, sent);
  await new Promise((resolve) => setImmediate(resolve));
  edge.flush();
  return visited;
}
