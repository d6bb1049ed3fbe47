import type { Clock } from '../../kernel/clock.ts';
import { resourceBootstrap, zoneOwner } from '../../resources/resource-bootstrap.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import { zoneFinder } from '../../resources/scope.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { BalancerDirectory } from '../load-balancing/balancers/balancer-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { accessKeyRoutes } from './access-keys/access-key-routes.ts';
import { AccessKeyService } from './access-keys/access-key-service.ts';
import { contentListRoutes } from './hostnames/content-list-routes.ts';
import { hostnameKind } from './hostnames/hostname-kind.ts';
import { hostnameRoutes } from './hostnames/hostname-routes.ts';
import { HostnameBody } from './hostnames/hostname-schema.ts';
import { hostnameSnapshot } from './hostnames/hostname-snapshot.ts';
import type { RpcGatewayDatabase } from './rpc-gateway-tables.ts';
import { usageRoutes } from './usage/usage-routes.ts';
import { usageSubscription } from './usage/usage-subscription.ts';
import { usageTrimJob } from './usage/usage-trim-job.ts';

export interface RpcGatewayOptions {
  readonly database: RpcGatewayDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly balancers: BalancerDirectory;
}

/** Web3 hostnames, which forward requests to the JSON-RPC gateway, and their access keys. */
export function rpcGatewayModule(options: RpcGatewayOptions): AreaModule {
  const { database, clock, zones, balancers } = options;
  const common = { database, clock, changes: new ChangeLog(database, clock) };
  const hostnames = new ResourceService(common, hostnameKind(balancers));
  const keys = new AccessKeyService({ ...common, hostnames });
  const findZone = zoneFinder(zones, hostnames.kind.read);
  return {
    name: 'rpc-gateway',
    routes: [
      ...hostnameRoutes({ database, hostnames, findZone }),
      ...accessKeyRoutes(keys, findZone),
      ...usageRoutes({ database, clock, hostnames, findZone }),
      ...contentListRoutes(),
    ],
    jobs: [usageTrimJob(database, clock)],
    queues: [],
    subscriptions: [usageSubscription(database, clock)],
    bootstrap: {
      web3_hostnames: resourceBootstrap(hostnames, HostnameBody, zoneOwner(zones)),
    },
    sections: [hostnameSnapshot(database)],
  };
}
