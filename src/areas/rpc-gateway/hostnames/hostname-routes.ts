import { type Notice, notice } from '../../../http/envelope.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceRoutes, zoneOfPath } from '../../../resources/resource-routes.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { RpcGatewayDatabase } from '../rpc-gateway-tables.ts';
import type { HostnameService } from './hostname-kind.ts';
import type { HostnameDocument } from './hostname-model.ts';
import { HostnameBody, HostnameResponse } from './hostname-schema.ts';
import { hostnameStore } from './hostname-store.ts';

/** The default page is as long as possible, because clients of this list do not request further pages. */
const bounds = { default: 1000, min: 1, max: 1000 };

export interface HostnameRoutesOptions {
  readonly database: RpcGatewayDatabase;
  readonly hostnames: HostnameService;
  readonly findZone: ZoneFinder;
}

export function hostnameRoutes({ database, hostnames, findZone }: HostnameRoutesOptions): Route[] {
  return resourceRoutes({
    resources: hostnames,
    tag: 'Web3 hostnames',
    operations: 'web3-hostnames',
    base: '/zones/:zone_id/web3/hostnames',
    idParam: 'hostname_id',
    invalidBody: 'web3Invalid',
    document: HostnameBody,
    response: HostnameResponse,
    writes: { PATCH: 'merge' },
    deletion: 'id',
    listQuery: Type.Object(pagingQuery(bounds)),
    noticesOf,
    scopeOf: zoneOfPath(findZone),
    list: (zone, query) =>
      hostnameStore.list(database.read, zone, { ...toPageRequest(query), orderBy: ['name'] }),
  });
}

function noticesOf({ dnslink }: HostnameDocument): readonly Notice[] {
  return dnslink ? [notice('dnslinkIdle')] : [];
}
