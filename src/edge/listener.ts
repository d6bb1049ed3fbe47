import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { EdgeTelemetry } from './edge-telemetry.ts';
import { type EdgeProblem, errorPage } from './error-page.ts';
import { Exchange } from './exchange.ts';
import { newRayId } from './ray-id.ts';
import type { RequestHandler } from './request-handler.ts';
import { sendProblem } from './send-problem.ts';
import { requestsOf } from './socket-requests.ts';
import { hasBody } from './upstream/request-body.ts';

export interface ListenerOptions {
  readonly handler: RequestHandler;
  readonly telemetry: EdgeTelemetry;
  readonly headerBytes: number;
  readonly headerCount: number;
  /** How long the head of a request may take, and a connection may wait for the next one. */
  readonly headerMs: number;
  readonly keepAliveMs: number;
  readonly connections: number;
}

export type EdgeServer = Server | Http2SecureServer;

/** Takes visitors over plain HTTP/1.1. */
export function createPlainListener(options: ListenerOptions): Server {
  const server = createServer(serverOptions(options));
  configure(server, options);
  attach(server, options);
  return server;
}

/** Takes visitors over TLS, with HTTP/2 for those who can. */
export async function createTlsListener(
  options: ListenerOptions,
  contextOf: (serverName: string) => SecureContext | undefined,
): Promise<Http2SecureServer> {
  // Loaded only where it is used: it takes several megabytes.
  const { createSecureServer } = await import('node:http2');
  const server = createSecureServer({
    ...serverOptions(options),
    allowHTTP1: true,
    handshakeTimeout: options.headerMs,
    // Origins repeat headers that should occur once. Like over HTTP/1.1, that is passed on.
    strictSingleValueFields: false,
    maxHeaderListPairs: options.headerCount,
    settings: { maxHeaderListSize: options.headerBytes, maxConcurrentStreams: 128 },
    SNICallback(name, done) {
      const context = contextOf(name);
      if (context) done(null, context);
      else done(new Error('there is no certificate for this name'));
    },
  });
  configure(server as unknown as Server, options);
  server.on('session', (session) => {
    session.setTimeout(options.keepAliveMs, () => session.close());
  });
  // The compatibility layer of HTTP/2 gives requests and responses the members that are used here.
  attach(server as unknown as Server, options);
  return server;
}

function serverOptions({ headerBytes, headerMs, keepAliveMs }: ListenerOptions): ServerOptions {
  return {
    maxHeaderSize: headerBytes,
    headersTimeout: headerMs,
    // Bodies may be long; slow ones are noticed by how they arrive.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 1_000,
    // A stage refuses such requests, with a page that says so.
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  };
}

function configure(server: Server, { connections }: ListenerOptions): void {
  server.maxConnections = connections;
  // Node would leave out headers beyond a count without a word; they are counted by a stage.
  server.maxHeadersCount = 0;
  // As an option it is lost on servers that also speak HTTP/2.
  Object.assign(server, { shouldUpgradeCallback: mayUpgrade });
}

/**
 * HTTP/2 in plain text would take further requests past us in what looks like one tunnel. A request
 * with a body gets an HTTP response, which RFC 9110, section 7.8, allows: a tunnel cannot carry it.
 */
function mayUpgrade(request: IncomingMessage): boolean {
  return !/\bh2c?\b/i.test(request.headers.upgrade ?? '') && !hasBody(request);
}

function attach(server: Server, { handler, telemetry }: ListenerOptions): void {
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    handler.handle(new Exchange(request, response));
  server.on('request', onRequest);
  // The body is asked for when somebody reads it.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', (request, response) =>
    sendProblem(new Exchange(request, response), 'expectation'),
  );
  server.on('upgrade', (request, socket, head) => {
    handler.handle(upgradeExchange(request, takeOver(socket), head));
  });
  server.on('connect', (request, to: Duplex | ServerResponse) => {
    // HTTP/2 brings a response and not a connection.
    if ('writeHead' in to) {
      sendProblem(new Exchange(request, to), 'badTarget');
      return;
    }
    const socket = takeOver(to);
    refuse(socket, 'badTarget', telemetry);
    socket.destroySoon();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const problem = unreadable[error.code ?? ''] ?? 'badRequest';
    const { count, newest } = requestsOf(socket);
    if (leaves.has(error.code) || count > 1) socket.destroy();
    else if (newest) handler.giveUp(newest, problem);
    else refuse(socket, problem, telemetry);
  });
}

/**
 * A connection that the server has handed over. Nobody else hears of its errors, and no timer of the server
 * ends it: who does not close their side would stay for ever.
 */
function takeOver(socket: Duplex): Socket {
  // Always a network socket; the type of the event is wider.
  return socket.on('error', () => socket.destroy()) as Socket;
}

function upgradeExchange(request: IncomingMessage, socket: Socket, head: Buffer): Exchange {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  const protocol = request.headers.upgrade ?? '';
  return new Exchange(request, response, { protocol, socket, head });
}

/** The visitor is gone, in the middle of a request or not. */
const leaves = new Set<unknown>(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

const unreadable: Readonly<Record<string, EdgeProblem>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'slowRequest',
};

/** Responds on a connection on which no request could be read, and ends it. */
function refuse(socket: Duplex, problem: EdgeProblem, telemetry: EdgeTelemetry): void {
  telemetry.unreadable(problem);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, title, headers, body } = errorPage(problem, newRayId(), undefined);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}connection: close\r\n\r\n${body}`);
}
