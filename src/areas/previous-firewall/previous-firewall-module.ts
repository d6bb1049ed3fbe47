import type { Clock } from '../../kernel/clock.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import { zoneFinder } from '../../resources/scope.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneSettingDirectory } from '../platform/zone-settings/zone-setting-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { packageRoutes } from './packages/package-routes.ts';
import { PackageService } from './packages/package-service.ts';
import { PreviousFirewallReadModel } from './previous-firewall-read-model.ts';
import { previousFirewallSnapshot } from './previous-firewall-snapshot.ts';
import type { PreviousFirewallDatabase } from './previous-firewall-tables.ts';
import { overrideKind } from './uri-overrides/override-kind.ts';
import { overrideRoutes } from './uri-overrides/override-routes.ts';
import { packageZone, type RequireNotMigrated, unmigratedZone } from './zone-access.ts';

export interface PreviousFirewallOptions {
  readonly database: PreviousFirewallDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly zoneSettings: ZoneSettingDirectory;
  readonly requireNotMigrated: RequireNotMigrated;
}

/**
 * The managed rules, firewall rules, filters and page rules that came before rulesets, as far as they protect a zone.
 */
export function previousFirewallModule(options: PreviousFirewallOptions): AreaModule {
  const { database, clock, zones } = options;
  const services = { database, clock, changes: new ChangeLog(database, clock) };
  const packages = new PackageService(services);
  const overrides = new ResourceService(services, overrideKind);
  const firewalls = new PreviousFirewallReadModel(database, options.zoneSettings);
  const findZone = unmigratedZone(zoneFinder(zones, 'ruleset:read'), options.requireNotMigrated);
  return {
    name: 'previous-firewall',
    routes: [
      ...packageRoutes({ packages, findZone: packageZone(findZone) }),
      ...overrideRoutes({ database, overrides, packages, findZone }),
    ],
    jobs: [],
    queues: [],
    bootstrap: {},
    sections: [previousFirewallSnapshot(firewalls)],
  };
}
