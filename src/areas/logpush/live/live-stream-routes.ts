import { ok, type Route, routeTable } from '../../../http/route.ts';
import type { SocketRoute } from '../../../http/socket-route.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { invalid } from '../logpush-errors.ts';
import { checkedFields, filterProblem } from './live-document.ts';
import type { LiveStreamService } from './live-stream-service.ts';

const PATH = '/zones/:zone_id/traffic/live';
const SOCKET_PATH = `${PATH}/:secret`;

/** What a list of requests shows. */
const defaultFields = [
  'EdgeStartTimestamp',
  'RayID',
  'ClientIP',
  'ClientCountry',
  'ClientRequestMethod',
  'ClientRequestScheme',
  'ClientRequestHost',
  'ClientRequestURI',
  'ClientRequestUserAgent',
  'EdgeResponseStatus',
  'EdgeResponseBytes',
  'OriginResponseStatus',
  'OriginResponseDurationMs',
  'SecurityAction',
  'SecurityRuleID',
];

const StreamBody = Type.Object(
  {
    fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 60,
        description: 'Fields of the dataset http_requests',
      }),
    ),
    filter: Type.Optional(
      Type.String({ description: 'A filter as in log push jobs; by default every request' }),
    ),
  },
  { examples: [{ fields: ['ClientRequestURI', 'EdgeResponseStatus'] }] },
);

const StreamResponse = Type.Object({
  url: Type.String({ description: 'The URL of the WebSocket; it can be opened once' }),
  expires_on: Type.String({ format: 'date-time' }),
});

/** Live requests of a zone, for any number of clients. */
export function liveStreamRoutes(streams: LiveStreamService): Route[] {
  const route = routeTable({ tag: 'Traffic', service: 'product', invalidBody: 'logpushInvalid' });
  return [
    route({
      method: 'POST',
      path: PATH,
      operation: 'zone-traffic-live',
      summary: 'Watch the requests of a zone live: returns the URL of a WebSocket',
      access: { kind: 'capability', capability: 'security-event:read' },
      body: StreamBody,
      response: StreamResponse,
      async handle({ params, body, principal, apiUrl }) {
        const { fields = defaultFields, filter = '' } = body;
        const problem = filterProblem(filter);
        if (problem !== undefined) throw invalid('/filter', problem);
        const document = { fields: checkedFields(fields), filter };
        const { secret, expiresAt } = await streams.create(principal, params.zone_id, document);
        const path = SOCKET_PATH.replace(':zone_id', params.zone_id).replace(':secret', secret);
        return ok({
          url: `${apiUrl.replace('http', 'ws')}${path}`,
          expires_on: toMicrosecondText(expiresAt),
        });
      },
    }),
  ];
}

export function liveStreamSocket(streams: LiveStreamService, zones: ZoneDirectory): SocketRoute {
  return {
    path: SOCKET_PATH,
    async admit({ zone_id: zoneId = '', secret = '' }) {
      const [zone] = await zones.listAccounts([zoneId]);
      const stream = zone && (await streams.admit(zone, secret));
      if (!stream) return undefined;
      const { accountId } = zone;
      return {
        owner: accountId,
        run: (socket, left) => streams.send(stream, accountId, socket, left),
      };
    },
  };
}
