import { limits } from '../../../catalogs/limits.ts';
import { IdResponse } from '../../../http/common-schema.ts';
import { ok, okPage, type Route, routeTable } from '../../../http/route.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import {
  AccessKeyBody,
  AccessKeyResponse,
  accessKeyResponse,
  NewAccessKeyResponse,
} from './access-key-schema.ts';
import type { AccessKeyService } from './access-key-service.ts';

const path = '/zones/:zone_id/web3/hostnames/:hostname_id/access_keys';
const read = { kind: 'capability', capability: 'web3-hostname:read' } as const;
const write = { kind: 'capability', capability: 'web3-hostname:write' } as const;

export function accessKeyRoutes(keys: AccessKeyService, findZone: ZoneFinder): Route[] {
  const route = routeTable({
    tag: 'Web3 hostnames',
    service: 'product',
    invalidBody: 'web3Invalid',
  });
  return [
    route({
      method: 'GET',
      path,
      operation: 'web3-access-keys-list',
      summary: 'List the access keys of a Web3 hostname, without the keys themselves',
      access: read,
      response: AccessKeyResponse,
      list: true,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        const all = await keys.list(zone, params['hostname_id'] ?? '');
        const items = all.map(accessKeyResponse);
        const perPage = limits.accessKeysPerWeb3Hostname;
        return okPage({ items, totalCount: items.length, page: 1, perPage });
      },
    }),
    route({
      method: 'POST',
      path,
      operation: 'web3-access-keys-create',
      summary:
        'Create an access key, which only this response contains. The first one sets the access of the Web3 hostname to keys. Calls send a key as a bearer token in the header Authorization, at the end of the path, or as the query parameter key',
      access: write,
      body: AccessKeyBody,
      response: NewAccessKeyResponse,
      async handle({ params, body, principal }) {
        const zone = await findZone(params.zone_id);
        const hostnameId = params['hostname_id'] ?? '';
        const { key, value } = await keys.create(principal.actor, zone, hostnameId, body.name);
        return ok({ ...accessKeyResponse(key), value });
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:key_id`,
      operation: 'web3-access-keys-delete',
      summary:
        'Delete an access key. Without keys, a Web3 hostname whose access is keys refuses all calls',
      access: write,
      response: IdResponse,
      async handle({ params, principal }) {
        const zone = await findZone(params.zone_id);
        const id = params['key_id'] ?? '';
        await keys.delete(principal.actor, zone, params['hostname_id'] ?? '', id);
        return ok({ id });
      },
    }),
  ];
}
