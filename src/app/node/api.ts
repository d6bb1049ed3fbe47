import type { FastifyInstance } from 'fastify';
import { createApiServer } from '../../http/api-server.ts';
import { ApiSockets } from '../../http/api-sockets.ts';
import { FailureThrottle } from '../../http/failure-throttle.ts';
import { Guard } from '../../http/guard.ts';
import { type OpenApiDocument, openApiDocument } from '../../http/openapi.ts';
import { RateLimiter } from '../../http/rate-limiter.ts';
import type { Route } from '../../http/route.ts';
import type { Website } from '../../http/website/website.ts';
import type { Clock } from '../../kernel/clock.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { RateSetting, Settings } from '../settings/settings.ts';
import { API_BASE } from './api-base.ts';
import { apiTelemetry } from './api-telemetry.ts';
import type { Core } from './core.ts';
import { VERSION } from './version.ts';

export interface ApiOptions {
  readonly core: Core;
  /** Routes of the node itself, beside those of the areas. */
  readonly nodeRoutes?: readonly Route[];
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly isDraining?: () => boolean;
  readonly website?: Website | undefined;
}

/** The management API of all areas. It can listen, or be called in this process. */
export function buildApi(options: ApiOptions): FastifyInstance {
  const {
    core,
    nodeRoutes,
    settings,
    telemetry,
    clock,
    isDraining = () => false,
    website,
  } = options;
  const guard = new Guard({
    verifier: core.platform.verifier,
    failures: new FailureThrottle(clock),
    credentialLimit: limiter('default', settings.apiRateLimit, clock),
    addressLimit: limiter('address', settings.apiAddressRateLimit, clock),
  });
  const isUnavailable = (error: unknown) => core.database.dialect.isUnavailable(error);
  const sockets = new ApiSockets({
    basePath: API_BASE,
    routes: core.modules.flatMap((module) => module.sockets ?? []),
    guard,
    isUnavailable,
    onError: (error) =>
      isUnavailable(error)
        ? telemetry.log.warn(
            { reason: describeError(error) },
            'a WebSocket ended: the database is unavailable',
          )
        : telemetry.log.warn({ err: error }, 'a WebSocket failed'),
  });
  const app = createApiServer({
    basePath: API_BASE,
    routes: apiRoutes(core.modules, nodeRoutes),
    guard,
    telemetry: apiTelemetry(telemetry),
    isUnavailable,
    isDraining,
    website,
    upgrades: (request) => sockets.accepts(request),
  });
  sockets.serve(app);
  return app;
}

export function apiDocument(
  { modules }: Pick<Core, 'modules'>,
  nodeRoutes?: readonly Route[],
): OpenApiDocument {
  const info = { title: 'Palisade management API', version: VERSION, basePath: API_BASE };
  return openApiDocument(info, apiRoutes(modules, nodeRoutes));
}

function apiRoutes(modules: Core['modules'], nodeRoutes: readonly Route[] = []): Route[] {
  const routes = [...modules.flatMap((module) => module.routes), ...nodeRoutes];
  const names = routes.map((route) => route.operation);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`two routes are named ${duplicate}`);
  return routes;
}

/** A client that exceeds its quota is refused for another window, as in the public API. */
function limiter(name: string, { quota, windowSeconds }: RateSetting, clock: Clock): RateLimiter {
  const penaltySeconds = name === 'default' ? windowSeconds : undefined;
  return new RateLimiter(
    { name, quota, windowSeconds, ...(penaltySeconds && { penaltySeconds }) },
    clock,
  );
}
