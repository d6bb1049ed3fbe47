import { ok, type Route, routeTable } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { HostnameService } from '../hostnames/hostname-kind.ts';
import type { RpcGatewayDatabase } from '../rpc-gateway-tables.ts';
import { firstHour, usageOf } from './usage-model.ts';
import { UsageResponse, usageResponse } from './usage-schema.ts';
import { usageStore } from './usage-store.ts';

export interface UsageRoutesOptions {
  readonly database: RpcGatewayDatabase;
  readonly clock: Clock;
  readonly hostnames: HostnameService;
  readonly findZone: ZoneFinder;
}

export function usageRoutes({ database, clock, hostnames, findZone }: UsageRoutesOptions): Route[] {
  const route = routeTable({ tag: 'Web3 hostnames', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/web3/hostnames/:hostname_id/usage',
      operation: 'web3-hostnames-usage',
      summary:
        'Count the requests of a Web3 hostname in this hour and the 23 hours before, by the status of the responses. A batch counts as one request, and so does a WebSocket',
      access: { kind: 'capability', capability: hostnames.kind.read },
      response: UsageResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        const { id } = await hostnames.get(zone, params['hostname_id'] ?? '');
        const now = clock.now();
        const counts = await usageStore.list(database.read, id, firstHour(now));
        return ok(usageResponse(usageOf(counts, now)));
      },
    }),
  ];
}
