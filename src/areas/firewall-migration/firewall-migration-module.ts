import type { Clock } from '../../kernel/clock.ts';
import { zoneFinder } from '../../resources/scope.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { EntryPoints } from '../rulesets/ruleset-read-model.ts';
import { comparisonSubscription } from './comparison/comparison-subscription.ts';
import type { FirewallMigrationDatabase } from './firewall-migration-tables.ts';
import { completionQueue } from './migration-completion.ts';
import { migrationRoutes } from './migration-routes.ts';
import type { MigrationService } from './migration-service.ts';

export interface FirewallMigrationOptions {
  readonly database: FirewallMigrationDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly migrations: MigrationService;
  readonly entryPoints: EntryPoints;
  /** Whether every edge process of all nodes runs the current configuration of a zone. */
  isInForce(zoneId: string): Promise<boolean>;
}

/** The migration of zones from the previous managed rules to rulesets. */
export function firewallMigrationModule(options: FirewallMigrationOptions): AreaModule {
  const { database, clock, zones, migrations, entryPoints, isInForce } = options;
  const complete = migrations.complete.bind(migrations);
  return {
    name: 'firewall-migration',
    routes: migrationRoutes({
      database,
      migrations,
      entryPoints,
      findZone: zoneFinder(zones, 'ruleset:read'),
    }),
    jobs: [],
    queues: [completionQueue({ clock, isInForce, complete })],
    subscriptions: [comparisonSubscription({ database, clock, zones })],
    bootstrap: {},
    sections: [],
  };
}
