import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { noticeCodes } from '../catalogs/error-codes.ts';
import type { ApiCall } from '../contracts/actor.ts';
import { newHexId } from '../kernel/hex-id.ts';
import { ApiError } from './api-error.ts';
import { parseBody } from './body-parser.ts';
import { CSV, csvBody } from './csv.ts';
import {
  errorEnvelope,
  type Notice,
  pageEnvelope,
  resultEnvelope,
  sliceEnvelope,
} from './envelope.ts';
import { toApiError, type UnexpectedErrors } from './error-handler.ts';
import type { Guard } from './guard.ts';
import { JSON_LINES, jsonLines } from './json-lines.ts';
import { anonymous, type Principal } from './principal.ts';
import { type Rate, rateHeaders } from './rate-limiter.ts';
import { refuseConnection } from './raw-response.ts';
import { inputReader, paramsChecker } from './request-input.ts';
import { BODY_LIMIT, type Route, type RouteResult } from './route.ts';
import { RouteIndex } from './route-index.ts';
import type { Website } from './website/website.ts';

/** Events that the server reports. */
export interface ApiTelemetry {
  responded(request: { method: string; route: string; status: number; seconds: number }): void;
  /** A bug; the caller got the id. */
  failed(error: unknown, id: string): void;
  /** The database, or the space to write, was missing. */
  refused(error: unknown, request: { method: string; path: string }): void;
}

export interface ApiServerOptions {
  /** The base path of the routes: `/client/v4`. */
  readonly basePath: string;
  readonly routes: readonly Route[];
  readonly guard: Guard;
  readonly telemetry: ApiTelemetry;
  isUnavailable(error: unknown): boolean;
  /** While true, connections are closed after their next response. */
  isDraining(): boolean;
  /** Pages for paths that no route takes. */
  readonly website?: Website | undefined;
  /** Whether to accept the protocol upgrade that a request offers. Otherwise the request is handled as an ordinary one. */
  upgrades?(request: IncomingMessage): boolean;
}

const LONGEST_PATH_SHOWN = 256;
const MAX_PARAM_LENGTH = 512;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before any handler runs. */
    principal: Principal | null;
  }
}

/**
 * The management API over route tables. It checks every request in this order: route, ids in the path,
 * credential, permissions, query, body; then the handler runs and its result is wrapped in the envelope.
 */
export function createApiServer(options: ApiServerOptions): FastifyInstance {
  const { telemetry, isUnavailable } = options;
  const fail = (error: unknown, reply: FastifyReply, bodyBytes?: number) => {
    const { request } = reply;
    const report: UnexpectedErrors['report'] = (unexpected, id) => {
      if (id !== undefined) telemetry.failed(unexpected, id);
      else telemetry.refused(unexpected, { method: request.method, path: shownPath(request) });
    };
    return sendError(reply, toApiError(error, { isUnavailable, report }, bodyBytes));
  };
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: requestIds(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    http: { shouldUpgradeCallback: options.upgrades ?? (() => false) },
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) =>
      fail(couldNotRoute(request), reply as FastifyReply),
    clientErrorHandler: respondToUnreadable,
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  });
  app.decorateRequest('principal', null);
  const index = new RouteIndex(options.basePath, options.routes);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...((options.isDraining() || offersUpgrade(request)) && { connection: 'close' }),
    });
    if (!request.is404) return done();
    // Both end the request before its body is read, because nothing would use it.
    try {
      if (sendPage(options.website, request, reply)) return;
    } catch (error) {
      return done(error as Error);
    }
    done(notFound(index, options.guard, request, reply));
  });
  app.addHook('onResponse', (request, reply, done) => {
    telemetry.responded({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    try {
      done(null, parseBody(request.headers['content-type'], text as string));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  app.setErrorHandler((error: FastifyError, request, reply) =>
    fail(error, reply, request.routeOptions.bodyLimit),
  );
  app.setNotFoundHandler((request, reply) => fail(couldNotRoute(request), reply));
  for (const route of options.routes) addRoute(app, route, options);
  return app;
}

/** Inputs are validated by `request-input.ts`. Without this, Fastify would load its own validators and serializers, 50 modules. */
function unused(): never {
  throw new Error('no route has a schema of Fastify');
}

/**
 * Whether a request offers a protocol upgrade, which is declined. Node drops bytes that follow such a request in the same packet. Closing
 * the connection signals the client that they were not processed.
 */
function offersUpgrade({ headers }: FastifyRequest): boolean {
  return headers.upgrade !== undefined;
}

/** A reverse proxy in front of the API may terminate TLS. */
function originOf({ headers, host }: FastifyRequest): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return `${scheme}://${host}`;
}

function addRoute(app: FastifyInstance, route: Route, options: ApiServerOptions): void {
  const { guard, basePath } = options;
  const readInput = inputReader(route);
  const checkParams = paramsChecker(route);
  app.route({
    method: route.method,
    url: basePath + route.path,
    bodyLimit: route.bodyBytes,
    onRequest: async (request, reply) => {
      const params = request.params as Record<string, string>;
      if (!checkParams(params)) {
        countUnrouted(guard, request, reply);
        throw couldNotRoute(request);
      }
      let rate: Rate | undefined;
      try {
        request.principal = await guard.admit(route, request, params, (heard) => {
          rate = heard;
        });
      } finally {
        if (rate) reply.headers(rateHeaders(rate));
      }
    },
    handler: async (request, reply) => {
      const { query, body, notices } = readInput(request);
      const result = await route.handle({
        params: request.params,
        query,
        body,
        principal: during(request.principal ?? anonymous, {
          requestId: request.id,
          method: route.method,
          path: pathOf(request),
          status: route.response ? route.status : 204,
        }),
        clientAddress: request.ip,
        apiUrl: originOf(request) + basePath,
        bearer: request.headers.authorization?.slice('Bearer '.length),
      });
      return await sendResponse(reply.code(route.status), result, notices);
    },
  });
}

/** The caller with the call, for the audit log. */
function during(principal: Principal, call: ApiCall): Principal {
  return { ...principal, actor: { ...principal.actor, call } };
}

async function sendResponse(
  reply: FastifyReply,
  result: RouteResult,
  notices: readonly Notice[],
): Promise<FastifyReply> {
  switch (result.kind) {
    case 'empty':
      return reply.code(204).send();
    case 'page':
      return sendJson(reply, pageEnvelope(result.page, result.after, notices));
    case 'slice':
      return sendJson(reply, sliceEnvelope(result.items, result.perPage, result.after, notices));
    case 'lines':
      return reply.header('content-type', JSON_LINES).send(await jsonLines(result.items));
    case 'table':
      return reply
        .header('content-type', CSV)
        .header('content-disposition', `attachment; filename="${result.name}"`)
        .send(await csvBody(result.columns, result.rows));
    case 'result':
      return sendJson(
        reply.headers(result.headers ?? {}),
        resultEnvelope(result.result, joinNotices(notices, result.notices)),
      );
  }
}

/** A handler that says why nothing changes knows more than the body shows. */
function joinNotices(ofInput: readonly Notice[], ofHandler: readonly Notice[] = []): Notice[] {
  const { number } = noticeCodes.noChange;
  const isSaid = ofHandler.some(({ code }) => code === number);
  return [...ofInput.filter(({ code }) => !isSaid || code !== number), ...ofHandler];
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return sendJson(
    reply.code(error.status).headers(error.options.headers ?? {}),
    errorEnvelope(error),
  );
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.header('content-type', 'application/json').send(JSON.stringify(value));
}

function sendPage(
  website: Website | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const { method, headers } = request;
  const page = website?.respond({ method, path: pathOf(request), headers });
  if (!page) return false;
  reply.code(page.status).headers(page.headers).send(page.body);
  return true;
}

/** Requests without a route also count against the rate limit of their address, with the same headers. */
function countUnrouted(guard: Guard, request: FastifyRequest, reply: FastifyReply): void {
  guard.countAddress(request.ip, (rate) => reply.headers(rateHeaders(rate)));
}

function notFound(
  index: RouteIndex,
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
): ApiError {
  try {
    countUnrouted(guard, request, reply);
  } catch (error) {
    return error as ApiError;
  }
  const allowed = index.methodsFor(pathOf(request));
  if (allowed.length === 0) return couldNotRoute(request);
  return new ApiError(
    'methodNotAvailable',
    { method: request.method },
    { headers: { allow: allowed.join(', ') } },
  );
}

function couldNotRoute(request: FastifyRequest): ApiError {
  return new ApiError(
    'couldNotRoute',
    { path: shownPath(request) },
    { also: [new ApiError('noRoute')] },
  );
}

/** Unique within the process and unguessable from outside, without reading random bytes each time. */
function requestIds(): () => string {
  const prefix = newHexId().slice(0, 20);
  let count = 0;
  return () => prefix + (++count).toString(16).padStart(12, '0');
}

function shownPath(request: FastifyRequest): string {
  return pathOf(request).slice(0, LONGEST_PATH_SHOWN);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Input that Node cannot parse as HTTP never becomes a request. It still gets a response with the envelope. */
function respondToUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ApiError('headersTooLarge')
      : new ApiError('badRequest', { detail: 'it is not valid HTTP/1.1' });
  refuseConnection(socket, refusal);
}
