import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Fields } from '../../transport/http-stream.ts';
import { OriginPool } from '../../transport/http1-origin/origin-pool.ts';
import type { ReadInto } from '../../transport/http1-origin/read-buffer.ts';
import type { TimerWheel } from '../../transport/timer-wheel.ts';
import { type NodeResponse, PostExchange } from './post-exchange.ts';

const MAX_CONNECTIONS = 64;
const MAX_WAITING = 10_000;
const KEEP_MS = 30_000;
/** Limits of response heads. */
const HEAD_BYTES = 64 * 1024;
const FIELDS = 256;

export interface NodeConnectionsOptions {
  /** May contain a key, so it is never logged or shown. */
  readonly url: string;
  readonly wheel: TimerWheel;
  /** Time limit until there is a connection, and again from then until the last byte of the response. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** Keep-alive connections to one node. Redirects are not followed. */
export class NodeConnections {
  readonly origin: string;
  readonly #options: NodeConnectionsOptions;
  readonly #pool: OriginPool;
  readonly #target: string;
  readonly #fields: Fields;

  constructor(options: NodeConnectionsOptions) {
    const { wheel, timeoutMs } = options;
    const url = new URL(options.url);
    const isTls = url.protocol === 'https:';
    this.origin = url.origin;
    this.#options = options;
    this.#target = url.pathname + url.search;
    this.#fields = fieldsOf(url);
    this.#pool = new OriginPool({
      connect: isTls ? encrypted(url) : plain(url),
      readsInto: !isTls,
      wheel,
      maxConnections: MAX_CONNECTIONS,
      maxWaiting: MAX_WAITING,
      // Expires before the timeout of the call: a call without a free connection fails as `busy`, not as a timeout of the node.
      waitMs: timeoutMs / 2,
      connectMs: timeoutMs,
      keepMs: KEEP_MS,
      responseMs: timeoutMs,
      idleMs: timeoutMs,
      headBytes: HEAD_BYTES,
      fields: FIELDS,
    });
  }

  /** If the signal aborts, rejects with its reason. `isRepeatable`: the node may receive the request twice. */
  post(body: string, signal: AbortSignal, isRepeatable: boolean): Promise<NodeResponse> {
    const { wheel, timeoutMs, maxResponseBytes } = this.#options;
    const post = new PostExchange({
      pool: this.#pool,
      target: this.#target,
      fields: this.#fields,
      body: Buffer.from(body),
      wheel,
      timeoutMs,
      maxResponseBytes,
      signal,
      isRepeatable,
    });
    return post.run();
  }

  /** Closes idle connections; requests in flight are completed. */
  close(): void {
    this.#pool.close();
  }
}

function fieldsOf(url: URL): Fields {
  const fields = ['Host', url.host, 'User-Agent', 'Palisade'];
  fields.push('Content-Type', 'application/json', 'Accept', 'application/json');
  const { username, password } = url;
  if (username !== '' || password !== '') {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    fields.push('Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  return fields;
}

function plain({ hostname, port }: URL) {
  const options = { host: withoutBrackets(hostname), port: Number(port || 80), noDelay: true };
  return (onReady: () => void, readInto: ReadInto | undefined) =>
    connect({ ...options, ...(readInto && { onread: readInto }) }, onReady);
}

function encrypted({ hostname, port }: URL) {
  const host = withoutBrackets(hostname);
  const options = {
    host,
    port: Number(port || 443),
    noDelay: true,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
  };
  return (onReady: () => void) => connectTls(options, onReady);
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
