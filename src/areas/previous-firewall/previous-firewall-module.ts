import type { Clock } from '../../kernel/clock.ts';
import { TextSealer } from '../../kernel/sealed-text.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import { zoneFinder } from '../../resources/scope.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { MigrationStates } from '../firewall-migration/migration-read-model.ts';
import type { ZoneSettingDirectory } from '../platform/zone-settings/zone-setting-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { ListReferenceWritePort } from '../rulesets/lists/list-reference-write-port.ts';
import type { ConditionLanguage } from './condition-language.ts';
import { filterRoutes } from './filters/filter-routes.ts';
import { filterSecrets } from './filters/filter-secrets.ts';
import { FilterService } from './filters/filter-service.ts';
import { filterStore } from './filters/filter-store.ts';
import { FirewallRuleReadModel } from './firewall-rules/firewall-rule-read-model.ts';
import { firewallRuleRoutes } from './firewall-rules/firewall-rule-routes.ts';
import { FirewallRuleService } from './firewall-rules/firewall-rule-service.ts';
import { packageRoutes } from './packages/package-routes.ts';
import { PackageService } from './packages/package-service.ts';
import { pageRuleKind } from './page-rules/page-rule-kind.ts';
import { pageRuleRoutes } from './page-rules/page-rule-routes.ts';
import {
  PreviousConfigurationReadModel,
  type PreviousConfigurations,
} from './previous-configuration-read-model.ts';
import { PreviousFirewallReadModel } from './previous-firewall-read-model.ts';
import { previousFirewallSnapshot } from './previous-firewall-snapshot.ts';
import type { PreviousFirewallDatabase } from './previous-firewall-tables.ts';
import { overrideKind } from './uri-overrides/override-kind.ts';
import { overrideRoutes } from './uri-overrides/override-routes.ts';
import { packageZone, unmigratedZone } from './zone-access.ts';

export interface PreviousFirewallOptions {
  readonly database: PreviousFirewallDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly zoneSettings: ZoneSettingDirectory;
  /** The language of filters. */
  readonly conditions: ConditionLanguage;
  readonly migrations: MigrationStates;
  /** The lists that filters may use. */
  readonly lists: ListReferenceWritePort;
  /** The secret of the installation, from which keys are derived. */
  readonly secret: () => string;
}

export interface PreviousFirewallModule extends AreaModule {
  readonly configurations: PreviousConfigurations;
}

/**
 * The predecessors of rulesets: packages of managed rules, URI overrides, firewall rules, filters and page rules.
 */
export function previousFirewallModule(options: PreviousFirewallOptions): PreviousFirewallModule {
  const sealer = new TextSealer(options.secret, 'filters');
  const secrets = filterSecrets(sealer);
  const firewalls = new PreviousFirewallReadModel({
    ...options,
    rulesWithFilters: new FirewallRuleReadModel((sealed, id) => secrets.open(sealed, id)),
  });
  return {
    name: 'previous-firewall',
    configurations: new PreviousConfigurationReadModel(options.database, firewalls),
    routes: [...managedRuleRoutes(options, firewalls), ...requestRuleRoutes(options, sealer)],
    jobs: [],
    queues: [],
    bootstrap: {},
    sections: [previousFirewallSnapshot(firewalls, options.migrations)],
  };
}

/** Routes of packages and URI overrides. */
function managedRuleRoutes(options: PreviousFirewallOptions, firewalls: PreviousFirewallReadModel) {
  const { database, clock, zones, migrations } = options;
  const services = { database, clock, changes: new ChangeLog(database, clock) };
  const packages = new PackageService(services);
  const overrides = new ResourceService(services, overrideKind(migrations));
  const findZone = unmigratedZone(zoneFinder(zones, overrides.kind.read), migrations);
  return [
    ...packageRoutes({ packages, findZone: packageZone(findZone) }),
    ...overrideRoutes({ database, overrides, firewalls, findZone }),
  ];
}

/** Routes of filters, firewall rules and page rules. */
function requestRuleRoutes(options: PreviousFirewallOptions, sealer: TextSealer) {
  const { database, clock, zones, conditions, migrations, lists } = options;
  const services = { database, clock, changes: new ChangeLog(database, clock) };
  const store = filterStore(sealer);
  const secrets = filterSecrets(sealer);
  const rulesWithFilters = new FirewallRuleReadModel((sealed, id) => secrets.read(sealed, id));
  const filters = new FilterService(services, store, conditions, lists);
  const rules = new FirewallRuleService(services, filters);
  const pageRules = new ResourceService(services, pageRuleKind);
  const common = { database, conditions };
  const findZone = zoneFinder(zones, filters.kind.read);
  return [
    ...filterRoutes({ ...common, filters, store, findZone }),
    ...firewallRuleRoutes({ ...common, migrations, rules, rulesWithFilters, findZone }),
    ...pageRuleRoutes({
      database,
      pageRules,
      migrations,
      findZone: zoneFinder(zones, pageRules.kind.read),
    }),
  ];
}
