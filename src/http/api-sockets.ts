import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { WebSocket, WebSocketServer } from 'ws';
import { ApiError } from './api-error.ts';
import { toApiError } from './error-handler.ts';
import type { Guard } from './guard.ts';
import { isOwnOrigin } from './own-origin.ts';
import { refuseConnection } from './raw-response.ts';
import type { SocketRoute } from './socket-route.ts';
import { runSession } from './socket-session.ts';

/** The most concurrent sockets of all routes. */
const MOST_SOCKETS = 64;
/** The most of one owner, including sockets that are closing. */
const MOST_OF_OWNER = 16;
/** The largest message from a client; no route expects any. */
const MOST_BYTES = 1_024;

export interface ApiSocketsOptions {
  readonly basePath: string;
  readonly routes: readonly SocketRoute[];
  readonly guard: Guard;
  isUnavailable(error: unknown): boolean;
  onError(error: unknown): void;
}

/** Accepts WebSockets on the server of the API. */
export class ApiSockets {
  readonly #options: ApiSocketsOptions;
  /** Open sockets with their owners. */
  readonly #open = new Map<WebSocket, string>();
  #library: Promise<WebSocketServer> | undefined;
  #isClosing = false;

  constructor(options: ApiSocketsOptions) {
    this.#options = options;
  }

  /** Other upgrade offers are ignored, as RFC 9110, section 7.8, allows: the request is handled as an ordinary one. */
  accepts(request: IncomingMessage): boolean {
    const { method, headers } = request;
    const isOffered = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
    return isOffered && this.#find(request) !== undefined;
  }

  serve(app: FastifyInstance): void {
    app.server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.#accept(request, socket, head).catch((error) =>
        refuseConnection(socket, this.#refusal(error)),
      );
    });
    // The server waits until its connections are closed, and sockets would stay open.
    app.addHook('preClose', async () => {
      this.#isClosing = true;
      for (const client of this.#open.keys()) client.close(1001, 'the server stops');
      for (const client of this.#open.keys()) client.terminate();
    });
  }

  async #accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { guard, onError } = this.#options;
    requireSameOrigin(request);
    const found = this.#find(request);
    const admitted = await found?.route.admit(found.params);
    if (!admitted) {
      guard.countAddress(request.socket.remoteAddress ?? '', () => {});
      // The message does not repeat the path, which may contain a mistyped secret.
      throw new ApiError('noRoute');
    }
    this.#library ??= loadLibrary();
    const server = await this.#library;
    this.#requireSpace(admitted.owner);
    server.handleUpgrade(request, socket, head, (client) => {
      this.#open.set(client, admitted.owner);
      client.on('close', () => this.#open.delete(client));
      void runSession(client, admitted.run, onError);
    });
  }

  #requireSpace(owner: string): void {
    if (this.#isClosing || this.#open.size >= MOST_SOCKETS) {
      throw new ApiError('tooManySockets', { count: MOST_SOCKETS, scope: 'on this node' });
    }
    const own = [...this.#open.values()].filter((each) => each === owner);
    if (own.length >= MOST_OF_OWNER) {
      throw new ApiError('tooManySockets', { count: MOST_OF_OWNER, scope: 'of this account' });
    }
  }

  #find({ url = '' }: IncomingMessage) {
    const { basePath, routes } = this.#options;
    const [path = ''] = url.split('?', 1);
    for (const route of routes) {
      const params = match(basePath + route.path, path);
      if (params) return { route, params };
    }
    return undefined;
  }

  #refusal(error: unknown): ApiError {
    const { isUnavailable, onError } = this.#options;
    return toApiError(error, { isUnavailable, report: onError });
  }
}

/** Browsers send `Origin`, and would let any page open a socket whose address it knows. */
function requireSameOrigin({ headers }: IncomingMessage): void {
  if (!isOwnOrigin(headers)) throw new ApiError('foreignOrigin', { host: headers.host ?? '' });
}

/** Loaded for the first socket: most nodes never have one. */
async function loadLibrary(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  });
}

/** The named segments of a path; undefined if it does not match the pattern. */
function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}
