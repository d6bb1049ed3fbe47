import type { Route } from '../../http/route.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { listenUrl } from '../settings/listen-url.ts';
import type { Settings } from '../settings/settings.ts';
import { apiDocument, buildApi } from './api.ts';
import { API_BASE } from './api-base.ts';
import type { Core } from './core.ts';
import { dashboardSite } from './dashboard-site.ts';
import type { Part } from './lifecycle.ts';
import { addOperationsRoutes, type OperationsOptions } from './operations-routes.ts';

export interface ApiPartOptions extends Omit<OperationsOptions, 'documentation'> {
  readonly settings: Settings;
  readonly core: Core;
  readonly nodeRoutes: readonly Route[];
  readonly telemetry: Telemetry;
  isDraining(): boolean;
}

/**
 * The HTTP server of a node. Every node serves the endpoints for operators; the API and its documentation
 * are served by nodes with the role `api` only.
 */
export function apiPart({ settings, core, nodeRoutes, ...options }: ApiPartOptions): Part {
  const hasApi = settings.roles.has('api');
  const app = buildApi({
    core: hasApi ? core : { ...core, modules: [] },
    nodeRoutes: hasApi ? nodeRoutes : [],
    settings,
    telemetry: options.telemetry,
    clock: systemClock,
    isDraining: options.isDraining,
    website: hasApi ? dashboardSite() : undefined,
  });
  const address = { origin: listenUrl(settings.apiListen), basePath: API_BASE };
  const documentation = hasApi
    ? { document: () => apiDocument(core, nodeRoutes), address }
    : undefined;
  addOperationsRoutes(app, { ...options, documentation });
  const { host, port } = settings.apiListen;
  return {
    name: 'api',
    async start() {
      await app.listen({ host, port });
    },
    async stop() {
      const late = setTimeout(() => app.server.closeAllConnections(), settings.drainSeconds * 1000);
      await app.close();
      clearTimeout(late);
    },
  };
}
