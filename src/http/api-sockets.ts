import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { WebSocket, WebSocketServer } from 'ws';
import type { SocketRoute, SocketSession } from './socket-route.ts';

/** Sockets of all routes at a time. */
const MOST_SOCKETS = 64;
/** Clients have nothing to say. */
const MOST_BYTES = 1_024;
/** A client that does not respond to a ping until the next one is gone. */
const PING_MS = 30_000;

export interface ApiSocketsOptions {
  readonly basePath: string;
  readonly routes: readonly SocketRoute[];
  onError(error: unknown): void;
}

/** Accepts WebSockets on the server of the API. */
export function addSockets(app: FastifyInstance, options: ApiSocketsOptions): void {
  const open = new Set<WebSocket>();
  let library: Promise<WebSocketServer> | undefined;
  let isClosing = false;
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const session = await sessionOf(options, request);
    if (!session) return refuse(socket, 404);
    if (open.size >= MOST_SOCKETS || isClosing) return refuse(socket, 503);
    library ??= loadLibrary();
    const server = await library;
    server.handleUpgrade(request, socket, head, (client) => {
      open.add(client);
      client.on('close', () => open.delete(client));
      void run(client, session, options);
    });
  };
  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    accept(request, socket, head).catch((error) => {
      options.onError(error);
      refuse(socket, 503);
    });
  });
  // The server waits for its connections, and these would stay.
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const client of open) client.close(1001, 'the server stops');
    for (const client of open) client.terminate();
  });
}

/** Loaded with the first socket: most nodes never have one. */
async function loadLibrary(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  });
}

async function sessionOf(
  { basePath, routes }: ApiSocketsOptions,
  { url = '' }: IncomingMessage,
): Promise<SocketSession | undefined> {
  const [path = ''] = url.split('?', 1);
  for (const route of routes) {
    const params = match(basePath + route.path, path);
    if (params) return await route.admit(params);
  }
  return undefined;
}

/** The named segments of a path; undefined if it is another one. */
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

async function run(
  client: WebSocket,
  session: SocketSession,
  { onError }: ApiSocketsOptions,
): Promise<void> {
  const left = new AbortController();
  let isAlive = true;
  const pings = setInterval(() => {
    if (!isAlive) client.terminate();
    isAlive = false;
    client.ping();
  }, PING_MS);
  client.on('pong', () => {
    isAlive = true;
  });
  client.on('close', () => {
    clearInterval(pings);
    left.abort();
  });
  // Its end follows.
  client.on('error', () => {});
  const socket = {
    send: (text: string) => client.send(text),
    get waitingBytes() {
      return client.bufferedAmount;
    },
  };
  try {
    await session(socket, left.signal);
    client.close(1000, 'the session has ended');
  } catch (error) {
    onError(error);
    client.close(1011, 'the session failed');
  }
}

const reasons = { 404: 'Not Found', 503: 'Service Unavailable' };

function refuse(socket: Duplex, status: keyof typeof reasons): void {
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  );
}
