import { accountOwner, resourceBootstrap, zoneOwner } from '../../resources/resource-bootstrap.ts';
import type { BootstrapSection } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { BalancerService } from './balancers/balancer-kind.ts';
import { BalancerBody } from './balancers/balancer-schema.ts';
import type { MonitorGroupService } from './monitor-groups/monitor-group-kind.ts';
import { MonitorGroupBody } from './monitor-groups/monitor-group-schema.ts';
import type { MonitorService } from './monitors/monitor-kind.ts';
import { MonitorBody } from './monitors/monitor-schema.ts';
import { PoolBody } from './pools/pool-schema.ts';
import type { PoolService } from './pools/pool-service.ts';

export interface LoadBalancingBootstrapOptions {
  readonly monitors: MonitorService;
  readonly groups: MonitorGroupService;
  readonly pools: PoolService;
  readonly balancers: BalancerService;
  readonly zones: ZoneDirectory;
}

export function loadBalancingBootstrap(
  options: LoadBalancingBootstrapOptions,
): Record<string, BootstrapSection> {
  return {
    monitors: resourceBootstrap(options.monitors, MonitorBody, accountOwner),
    monitor_groups: resourceBootstrap(options.groups, MonitorGroupBody, accountOwner),
    pools: resourceBootstrap(options.pools, PoolBody, accountOwner),
    load_balancers: resourceBootstrap(options.balancers, BalancerBody, zoneOwner(options.zones)),
  };
}
