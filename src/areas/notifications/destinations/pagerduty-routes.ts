import { IdResponse, ReadOnly, withExample } from '../../../http/common-schema.ts';
import { notice } from '../../../http/envelope.ts';
import { bodyError } from '../../../http/request-input.ts';
import { ok, type Route } from '../../../http/route.ts';
import { bodyValidator } from '../../../http/validation.ts';
import { newHexId, withoutDashes } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';
import { accountOfPath, resourceRoutes } from '../../../resources/resource-routes.ts';
import {
  alertingBase,
  alertingId,
  alertingRoute,
  PathId,
  readAccess,
  wholeList,
  writeAccess,
} from '../notifications-routes.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import type { PagerdutyServices } from './pagerduty-services.ts';
import type { PagerdutyStore } from './pagerduty-store.ts';

const tag = 'Notification destinations';

export const PagerdutyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    /** The key of an integration "Events API V2" of the service. */
    integration_key: Type.String({
      pattern: '^[0-9A-Za-z]{20,64}$',
      'x-expected': 'an integration key: 20 to 64 letters and digits',
    }),
    id: ReadOnly,
  },
  { examples: [{ name: 'On call', integration_key: '0123456789abcdef0123456789abcdef' }] },
);

/** Without members, as the official client calls it: the response is a token that never leads to a service. */
const ConnectBody = withExample(Type.Partial(PagerdutyBody), {
  name: 'On call',
  integration_key: '0123456789abcdef0123456789abcdef',
});
const completeBody = bodyValidator(PagerdutyBody);

const PagerdutyResponse = Type.Object({ id: Type.String(), name: Type.String() });

export interface PagerdutyRoutesOptions {
  readonly database: NotificationsDatabase;
  readonly services: PagerdutyServices;
  readonly store: PagerdutyStore;
}

/**
 * Services of PagerDuty. The public API connects them by a login in the browser. This server has no such login, so clients
 * send the integration key of a service, and the connection exists at once.
 */
export function pagerdutyRoutes({ database, services, store }: PagerdutyRoutesOptions): Route[] {
  const route = alertingRoute(tag);
  const base = `${alertingBase}/destinations/pagerduty`;
  return [
    ...resourceRoutes({
      resources: services,
      tag,
      operations: 'notification-pagerduty',
      base,
      idParam: 'pagerduty_id',
      id: alertingId,
      document: PagerdutyBody,
      response: PagerdutyResponse,
      writes: { PUT: 'merge' },
      created: 201,
      written: 'id',
      deletion: 'id',
      scopeOf: accountOfPath,
      list: async (scope) => wholeList(await store.list(database.read, scope)),
    }),
    route({
      method: 'DELETE',
      path: base,
      operation: 'notification-pagerduty-delete-all',
      summary: 'Delete all PagerDuty services of the account',
      access: writeAccess,
      response: Type.Null(),
      async handle(request) {
        await services.deleteAll(request.principal.actor, accountOfPath(request));
        return ok(null);
      },
    }),
    route({
      method: 'POST',
      path: `${base}/connect`,
      operation: 'notification-pagerduty-connect',
      summary: 'Connect a PagerDuty service with the key of its integration',
      access: writeAccess,
      body: ConnectBody,
      status: 201,
      response: IdResponse,
      async handle(request) {
        if (Object.keys(request.body).length === 0) {
          const path = `${base}/connect`.replace(':account_id', request.params.account_id);
          return ok({ id: newHexId() }, [notice('pagerdutyNotConnected', { path })]);
        }
        const problem = completeBody(request.body);
        if (problem) throw bodyError(problem);
        const { name = '', integration_key = '' } = request.body;
        const document = { name, integration_key };
        const { actor } = request.principal;
        const { id } = await services.create(actor, accountOfPath(request), document);
        return ok({ id });
      },
    }),
    route({
      method: 'GET',
      path: `${base}/connect/:token_id`,
      operation: 'notification-pagerduty-link',
      summary: 'Get the PagerDuty service that was created by a connect call',
      access: readAccess,
      params: Type.Object({ token_id: PathId }),
      response: IdResponse,
      async handle(request) {
        const token = withoutDashes(request.params['token_id'] ?? '');
        const { id } = await services.get(accountOfPath(request), token);
        return ok({ id });
      },
    }),
  ];
}
