import type { Clock } from '../../kernel/clock.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zone-read-model.ts';
import { pageMonitoringSnapshot } from './page-monitoring-snapshot.ts';
import type { PageMonitoringDatabase } from './page-monitoring-tables.ts';
import { type ConditionLimits, PolicyConditions } from './policy-conditions.ts';
import { policyRoutes } from './policy-routes.ts';
import { PolicyService } from './policy-service.ts';
import { settingsRoutes } from './settings-routes.ts';
import { SettingsService } from './settings-service.ts';
import { zoneFinder } from './zone-scope.ts';

export { pagePolicyTables } from './migrations/0001-policy-tables.ts';

export interface PageMonitoringOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly expressionLimits: ConditionLimits;
}

/** Scripts, connections and cookies of a zone's pages, and the policies that say what pages may load. */
export function pageMonitoringModule(options: PageMonitoringOptions): AreaModule {
  const { database, clock, zones } = options;
  const changes = new ChangeLog(database, clock);
  const conditions = new PolicyConditions(options.expressionLimits);
  const findZone = zoneFinder(zones);
  const settings = new SettingsService({ database, changes, clock });
  const policies = new PolicyService({ database, changes, clock, conditions });
  return {
    name: 'page-monitoring',
    routes: [...settingsRoutes(settings, findZone), ...policyRoutes(policies, findZone)],
    jobs: [],
    queues: [],
    bootstrap: {},
    sections: [pageMonitoringSnapshot(database, conditions)],
  };
}
