import { httpRequests } from '../../../catalogs/datasets/http-requests.ts';
import { LogFilterError } from '../../../expression/log-filter/log-filter-error.ts';
import { parseLogFilter } from '../../../expression/log-filter/parse-log-filter.ts';
import { ok, type Route } from '../../../http/route.ts';
import type { SocketRoute } from '../../../http/socket-route.ts';
import { Type } from '../../../kernel/schema.ts';
import { schemeOf } from '../../../logs/dataset-scheme.ts';
import { OutputError } from '../../../logs/output/output-error.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { invalid, notAllowed, requirePlan } from '../logpush-errors.ts';
import { access, type LogpushFamily, logpushRoute } from '../logpush-family.ts';
import type { LiveSession } from './live-session.ts';
import { LiveBody, LiveResponse } from './live-session-schema.ts';
import type { LiveSessionService } from './live-session-service.ts';

const SOCKET_PATH = '/zones/:zone_id/logpush/edge/sessions/:session';

/** Live views of zones. The older documentation has them under `/edge/jobs`. */
export function liveRoutes(family: LogpushFamily, sessions: LiveSessionService): Route[] {
  return [
    ...routesAt(`${family.base}/edge`, `${family.prefix}-edge`, family, sessions),
    ...routesAt(`${family.base}/edge/jobs`, `${family.prefix}-edge-jobs`, family, sessions),
  ];
}

function routesAt(
  path: string,
  prefix: string,
  family: LogpushFamily,
  sessions: LiveSessionService,
): Route[] {
  const route = logpushRoute(family);
  return [
    route({
      method: 'GET',
      path,
      operation: `${prefix}-list`,
      summary: 'Get the live view of a zone, if it has one',
      access: access(family.read),
      response: Type.Array(LiveResponse),
      async handle(request) {
        const session = await sessions.find(request.params.zone_id);
        return ok(session ? [shown(session, request.apiUrl)] : []);
      },
    }),
    route({
      method: 'POST',
      path,
      operation: `${prefix}-create`,
      summary: 'Create a live view of the requests of a zone, which replaces the previous one',
      access: access(family.read),
      body: LiveBody,
      response: LiveResponse,
      async handle(request) {
        const { fields: names, sample = 1, filter = '' } = request.body;
        const scope = await family.scopeOf(request);
        requirePlan(scope);
        const fields = checkedFields(names?.split(',').map((name) => name.trim()));
        checkFilter(filter);
        const document = { fields, sample, filter };
        const zone = { id: request.params.zone_id, accountId: scope.accountId };
        const session = await sessions.create(request.principal, zone, document);
        return ok(shown(session, request.apiUrl));
      },
    }),
  ];
}

function shown({ id, zoneId, fields, sample, filter }: LiveSession, apiUrl: string) {
  const path = SOCKET_PATH.replace(':zone_id', zoneId).replace(':session', id);
  return {
    session_id: id,
    fields: fields.join(','),
    sample,
    filter,
    kind: 'instant-logs',
    destination_conf: `${apiUrl.replace('http', 'ws')}${path}`,
  };
}

export function liveSocket(sessions: LiveSessionService, zones: ZoneDirectory): SocketRoute {
  return {
    path: SOCKET_PATH,
    async admit({ zone_id: zoneId = '', session: id = '' }) {
      const [zone] = await zones.listAccounts([zoneId]);
      const session = zone && (await sessions.admit(zone, id));
      if (!session) return undefined;
      return {
        owner: zone.accountId,
        run: (socket, left) => sessions.listen(session, zone, socket, left),
      };
    },
  };
}

/** The named fields, or the default ones. */
function checkedFields(names: readonly string[] | undefined): readonly string[] {
  try {
    return resolveOutput(httpRequests, names ? { field_names: names } : {}).fieldNames;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw invalid('/fields', error.message);
  }
}

function checkFilter(filter: string): void {
  if (filter === '') return;
  try {
    parseLogFilter(filter, schemeOf(httpRequests), { isLive: true });
  } catch (error) {
    if (!(error instanceof LogFilterError)) throw error;
    throw notAllowed('creating a new job', `bad predicate: ${error.message}`, '/filter');
  }
}
