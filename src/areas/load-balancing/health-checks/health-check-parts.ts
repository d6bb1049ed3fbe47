import type { Route } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { ResourceService } from '../../../resources/resource-service.ts';
import { zoneFinder } from '../../../resources/scope.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { healthCheckKind } from './health-check-kind.ts';
import { healthCheckRoutes } from './health-check-routes.ts';
import { healthCheckSecrets } from './health-check-secrets.ts';
import { healthCheckStore } from './health-check-store.ts';

export interface HealthCheckPartsOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly zones: ZoneDirectory;
  readonly sealer: TextSealer;
}

/** What stand-alone health checks add to the module of the area. */
export interface HealthCheckParts {
  readonly routes: readonly Route[];
}

export function healthCheckParts(options: HealthCheckPartsOptions): HealthCheckParts {
  const { database, zones } = options;
  const secrets = healthCheckSecrets(options.sealer);
  const store = healthCheckStore(secrets);
  const healthChecks = new ResourceService(options, healthCheckKind(store));
  const findZone = zoneFinder(zones, healthChecks.kind.read);
  return { routes: healthCheckRoutes({ database, healthChecks, store, findZone }) };
}
