import type { Clock } from '../../kernel/clock.ts';
import { TextSealer } from '../../kernel/sealed-text.ts';
import type { Prober } from '../../outbound/probe/prober.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import { AlertOutbox } from '../../storage/alert-outbox.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { EnabledPolicies } from '../notifications/policies/enabled-policy-read-model.ts';
import type { AccountDirectory } from '../platform/accounts/account-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { HostnameDirectory } from '../rpc-gateway/hostnames/hostname-read-model.ts';
import { accountBalancerRoutes } from './balancers/account-balancer-routes.ts';
import { balancerKind } from './balancers/balancer-kind.ts';
import { balancerRoutes } from './balancers/balancer-routes.ts';
import { balancerSecrets } from './balancers/balancer-secrets.ts';
import { balancerSnapshot } from './balancers/balancer-snapshot.ts';
import { balancerStore } from './balancers/balancer-store.ts';
import type { ConditionLanguage } from './balancers/condition-language.ts';
import { HealthChangeReadModel, type HealthChanges } from './health/health-change-read-model.ts';
import { healthParts } from './health/health-parts.ts';
import { openProbes } from './health/origin-probe.ts';
import { healthCheckParts } from './health-checks/health-check-parts.ts';
import type { HealthCheckDirectory } from './health-checks/health-check-read-model.ts';
import { loadBalancingBootstrap } from './load-balancing-bootstrap.ts';
import type { LoadBalancingDatabase } from './load-balancing-tables.ts';
import { monitorGroupKind } from './monitor-groups/monitor-group-kind.ts';
import { monitorGroupRoutes } from './monitor-groups/monitor-group-routes.ts';
import { monitorKind } from './monitors/monitor-kind.ts';
import { monitorRoutes } from './monitors/monitor-routes.ts';
import { monitorSecrets } from './monitors/monitor-secrets.ts';
import { monitorStore } from './monitors/monitor-store.ts';
import { originErrorJob } from './origin-errors/origin-error-job.ts';
import { originResultsSubscription } from './origin-errors/origin-results-subscription.ts';
import { type PoolDirectory, PoolReadModel } from './pools/pool-read-model.ts';
import { poolRoutes } from './pools/pool-routes.ts';
import { PoolService } from './pools/pool-service.ts';
import { poolSource } from './pools/pool-snapshot.ts';
import { SearchReadModel } from './references/search-read-model.ts';
import { searchRoutes } from './references/search-routes.ts';
import { regionRoutes } from './region-routes.ts';
import { userRoutes } from './user-routes.ts';

export interface LoadBalancingOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly accounts: AccountDirectory;
  readonly conditions: ConditionLanguage;
  readonly prober: Pick<Prober, 'probe'>;
  readonly hostnames: HostnameDirectory;
  readonly policies: EnabledPolicies;
  /** The secret of the installation, from which keys are derived. */
  readonly secret: () => string;
}

export interface LoadBalancingModule extends AreaModule {
  readonly healthChanges: HealthChanges;
  readonly poolDirectory: PoolDirectory;
  readonly healthCheckDirectory: HealthCheckDirectory;
}

/** Load balancers of zones, and the pools and monitors of accounts that they use. */
export function loadBalancingModule(options: LoadBalancingOptions): LoadBalancingModule {
  const { database, clock, zones, conditions } = options;
  const sealer = new TextSealer(options.secret, 'load balancing');
  const keys = { monitors: monitorSecrets(sealer), balancers: balancerSecrets(sealer) };
  const stores = {
    monitors: monitorStore(keys.monitors),
    balancers: balancerStore(keys.balancers),
  };
  const common = { database, changes: new ChangeLog(database, clock), clock };
  const monitors = new ResourceService(common, monitorKind(stores.monitors));
  const groups = new ResourceService(common, monitorGroupKind);
  const pools = new PoolService(common);
  const balancers = new ResourceService(
    common,
    balancerKind(stores.balancers, conditions, options.hostnames),
  );
  const lists = new PoolReadModel(database);
  const probes = openProbes(options.prober);
  const health = healthParts({
    ...common,
    lists,
    pools,
    monitors,
    secrets: keys.monitors,
    probes,
  });
  const zoneRoutes = balancerRoutes({
    database,
    balancers,
    store: stores.balancers,
    zones,
    conditions,
  });
  const healthChecks = healthCheckParts({ ...common, zones, sealer, probes });
  const routes = [
    ...monitorRoutes({ database, monitors, store: stores.monitors }),
    ...monitorGroupRoutes(database, groups),
    ...poolRoutes({ database, pools, lists }),
    ...zoneRoutes,
    ...accountBalancerRoutes({ database, store: stores.balancers, zones, zoneRoutes }),
    ...regionRoutes(),
    ...searchRoutes(new SearchReadModel(database)),
    ...health.routes,
    ...healthChecks.routes,
  ];
  return {
    name: 'load-balancing',
    routes: [...routes, ...userRoutes(routes, options.accounts)],
    jobs: [
      ...health.jobs,
      ...healthChecks.jobs,
      originErrorJob({ ...options, alerts: new AlertOutbox(database, clock) }),
    ],
    queues: [...health.queues, ...healthChecks.queues],
    subscriptions: [originResultsSubscription(options)],
    bootstrap: loadBalancingBootstrap({ monitors, groups, pools, balancers, zones }),
    sections: [balancerSnapshot(database, keys.balancers)],
    shared: { pools: poolSource(lists, health.source) },
    healthChanges: new HealthChangeReadModel(database),
    poolDirectory: lists,
    healthCheckDirectory: healthChecks.directory,
  };
}
