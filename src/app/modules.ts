import { analyticsMigrations } from '../areas/analytics/analytics-migrations.ts';
import { analyticsModule } from '../areas/analytics/analytics-module.ts';
import type { AnalyticsTables } from '../areas/analytics/analytics-tables.ts';
import type { AreaModule } from '../areas/area-module.ts';
import { firewallMigrationMigrations } from '../areas/firewall-migration/firewall-migration-migrations.ts';
import { firewallMigrationModule } from '../areas/firewall-migration/firewall-migration-module.ts';
import type { FirewallMigrationTables } from '../areas/firewall-migration/firewall-migration-tables.ts';
import { MigrationReadModel } from '../areas/firewall-migration/migration-read-model.ts';
import { MigrationService } from '../areas/firewall-migration/migration-service.ts';
import { balancerDirectory } from '../areas/load-balancing/balancers/balancer-read-model.ts';
import type { ConditionLanguage } from '../areas/load-balancing/balancers/condition-language.ts';
import { loadBalancingMigrations } from '../areas/load-balancing/load-balancing-migrations.ts';
import { loadBalancingModule } from '../areas/load-balancing/load-balancing-module.ts';
import type { LoadBalancingTables } from '../areas/load-balancing/load-balancing-tables.ts';
import { logpushMigrations } from '../areas/logpush/logpush-migrations.ts';
import { logpushModule } from '../areas/logpush/logpush-module.ts';
import type { LogpushTables } from '../areas/logpush/logpush-tables.ts';
import { notificationsMigrations } from '../areas/notifications/notifications-migrations.ts';
import { notificationsModule } from '../areas/notifications/notifications-module.ts';
import type { NotificationsTables } from '../areas/notifications/notifications-tables.ts';
import { EnabledPolicyReadModel } from '../areas/notifications/policies/enabled-policy-read-model.ts';
import { pageMonitoringMigrations } from '../areas/page-monitoring/page-monitoring-migrations.ts';
import { pageMonitoringModule } from '../areas/page-monitoring/page-monitoring-module.ts';
import type { PageMonitoringTables } from '../areas/page-monitoring/page-monitoring-tables.ts';
import type { SiteFetch } from '../areas/page-monitoring/scripts/script-fetch-service.ts';
import { platformMigrations } from '../areas/platform/platform-migrations.ts';
import { type PlatformModule, platformModule } from '../areas/platform/platform-module.ts';
import type { PlatformTables } from '../areas/platform/platform-tables.ts';
import type { ConditionLanguage as FilterLanguage } from '../areas/previous-firewall/condition-language.ts';
import { previousFirewallMigrations } from '../areas/previous-firewall/previous-firewall-migrations.ts';
import { previousFirewallModule } from '../areas/previous-firewall/previous-firewall-module.ts';
import type { PreviousFirewallTables } from '../areas/previous-firewall/previous-firewall-tables.ts';
import { hostnameDirectory } from '../areas/rpc-gateway/hostnames/hostname-read-model.ts';
import { rpcGatewayMigrations } from '../areas/rpc-gateway/rpc-gateway-migrations.ts';
import { rpcGatewayModule } from '../areas/rpc-gateway/rpc-gateway-module.ts';
import type { RpcGatewayTables } from '../areas/rpc-gateway/rpc-gateway-tables.ts';
import { filterListReferences } from '../areas/rulesets/lists/filter-list-references.ts';
import { conditionGaps } from '../areas/rulesets/rule-gaps.ts';
import { createRuleLanguage, type RuleLanguageLimits } from '../areas/rulesets/rule-language.ts';
import { rulesetsMigrations } from '../areas/rulesets/rulesets-migrations.ts';
import { rulesetsModule } from '../areas/rulesets/rulesets-module.ts';
import type { RulesetsTables } from '../areas/rulesets/rulesets-tables.ts';
import { securityEventsMigrations } from '../areas/security-events/security-events-migrations.ts';
import { securityEventsModule } from '../areas/security-events/security-events-module.ts';
import type { SecurityEventsTables } from '../areas/security-events/security-events-tables.ts';
import type { Publisher } from '../bus/bus.ts';
import { openSpool } from '../bus/embedded/embedded-spool.ts';
import { lacksValue as fieldLacksValue } from '../catalogs/fields/fields.ts';
import { phaseByName } from '../catalogs/phases.ts';
import { balancerExpressions } from '../contracts/snapshot/load-balancing-section.ts';
import { ThreadedClassifier } from '../detectors/script-classifier/threaded-classifier.ts';
import type { LacksValue, ListKind } from '../expression/expression.ts';
import type { Clock } from '../kernel/clock.ts';
import { type DiskFullReport, isDiskFull } from '../kernel/disk-errors/disk-full.ts';
import { GuardedClient } from '../outbound/guarded-client.ts';
import { Prober } from '../outbound/probe/prober.ts';
import { ChangeLog } from '../storage/change-log.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import type { Database } from '../storage/database.ts';
import type { Migration } from '../storage/migrator.ts';
import { TaskStore } from '../storage/task-store.ts';
import { expressionTrial } from './expression-trial.ts';
import { busFolder, learnedLibrariesFile } from './node/data-dir.ts';
import { destinationOpener } from './node/destination-opener.ts';
import { edgeKey } from './node/edge-key.ts';

import { geoipGroups } from './node/geoip-groups.ts';
import { servedCertificates } from './node/served-certificates.ts';
import type { Settings } from './settings/settings.ts';

/** In order of dependency: an area follows the areas whose tables its own tables reference. */
export const migrations: readonly Migration[] = [
  ...coreMigrations,
  ...platformMigrations,
  ...rulesetsMigrations,
  ...previousFirewallMigrations,
  ...firewallMigrationMigrations,
  ...loadBalancingMigrations,
  ...securityEventsMigrations,
  ...analyticsMigrations,
  ...pageMonitoringMigrations,
  ...logpushMigrations,
  ...notificationsMigrations,
  ...rpcGatewayMigrations,
];

export type Tables = PlatformTables &
  RulesetsTables &
  PreviousFirewallTables &
  FirewallMigrationTables &
  LoadBalancingTables &
  SecurityEventsTables &
  AnalyticsTables &
  PageMonitoringTables &
  LogpushTables &
  NotificationsTables &
  RpcGatewayTables;

/** Settings that areas use. */
export type ModuleSettings = Pick<
  Settings,
  | 'apiListen'
  | 'clearanceSeconds'
  | 'dataDir'
  | 'edgeKey'
  | 'edgeTlsDir'
  | 'edgeTlsListen'
  | 'expressionCharacters'
  | 'expressionDepth'
  | 'expressionRegexes'
  | 'geoipFiles'
  | 'logCredentials'
  | 'logFolder'
  | 'logpushJobs'
  | 'mailFrom'
  | 'originHeaderBytes'
  | 'outboundAllow'
  | 'publicUrl'
  | 'roles'
  | 'smtpUrl'
  | 'spoolHours'
  | 'trustedProxies'
>;

/** The classifier thread stays alive this long, because scripts of one site become active in short succession. */
const CLASSIFIER_IDLE_MS = 60_000;

/** Services of the node that its database and areas use. */
export interface NodeAccess {
  readonly bus: Publisher;
  readonly fetchFromSite: SiteFetch;
  /** Whether every edge process of all nodes runs the current configuration of a zone. */
  isInForce(zoneId: string): Promise<boolean>;
  readonly reportDiskFull: DiskFullReport;
}

/** For commands that run without a node: nothing is published, and no site can be fetched. */
export const withoutNode: NodeAccess = {
  bus: { publish: async () => ({ accepted: false }) },
  fetchFromSite: async () => 'not-served',
  isInForce: async () => true,
  reportDiskFull: isDiskFull,
};

/** The product areas. To add one: its module here, its migrations and tables above. */
export function createModules(
  database: Database<Tables>,
  clock: Clock,
  settings: ModuleSettings,
  { bus, fetchFromSite, isInForce }: NodeAccess,
): { readonly all: readonly AreaModule[]; readonly platform: PlatformModule } {
  const migrationStates = new MigrationReadModel(database);
  const platform = platformModule({
    migrations: migrationStates,
    database,
    clock,
    clearanceSeconds: settings.clearanceSeconds,
    // A node without an edge cannot know whether other nodes serve TLS, so it assumes that they do.
    servesTls:
      !settings.roles.has('edge') ||
      settings.edgeTlsListen !== undefined ||
      settings.trustedProxies.length > 0,
    certificates: servedCertificates(settings, clock),
  });
  const expressionLimits = {
    characters: settings.expressionCharacters,
    depth: settings.expressionDepth,
    regexes: settings.expressionRegexes,
  };
  const { zones, accounts } = platform;
  const secret = () => edgeKey(settings);
  const policies = new EnabledPolicyReadModel(database);
  const groups = geoipGroups(settings.geoipFiles, clock);
  const lacksValue = (field: string) => fieldLacksValue(field, groups());
  const previousFirewall = previousFirewallModule({
    database,
    clock,
    zones,
    zoneSettings: platform.zoneSettings,
    migrations: migrationStates,
    conditions: requestConditions(CUSTOM_RULES, expressionLimits, lacksValue),
    lists: filterListReferences(database),
    secret,
  });
  const migrations = new MigrationService({
    database,
    clock,
    changes: new ChangeLog(database, clock),
    tasks: new TaskStore(database, clock),
    previous: previousFirewall.configurations,
  });
  const rulesets = rulesetsModule({
    database,
    clock,
    accounts,
    zones,
    migrations,
    expressionLimits,
    lacksValue,
    tryExpression: expressionTrial(clock),
    secret,
  });
  const firewallMigration = firewallMigrationModule({
    database,
    clock,
    zones,
    migrations,
    entryPoints: rulesets.entryPoints,
    isInForce,
  });
  const conditions = requestConditions(balancerExpressions.phase, expressionLimits, lacksValue);
  const prober = new Prober({ clock, maxHeaderBytes: settings.originHeaderBytes });
  const loadBalancing = loadBalancingModule({
    database,
    clock,
    zones,
    accounts,
    conditions,
    prober,
    hostnames: hostnameDirectory,
    policies,
    secret,
  });
  const rpcGateway = rpcGatewayModule({
    database,
    clock,
    zones,
    balancers: balancerDirectory,
  });
  const securityEvents = securityEventsModule({ database, clock, zones, policies });
  const analytics = analyticsModule({ database, clock, zones });
  const classifier = new ThreadedClassifier({
    idleMs: CLASSIFIER_IDLE_MS,
    learnedFile: learnedLibrariesFile(settings.dataDir),
  });
  const pageMonitoring = pageMonitoringModule({
    database,
    clock,
    zones,
    expressionLimits,
    lacksValue,
    openClient: () => new GuardedClient({ allow: settings.outboundAllow, clock }),
    openClassifier: () => classifier,
    fetchFromSite,
    secret,
  });
  const logpush = logpushModule({
    database,
    clock,
    zones,
    tokens: platform.tokens,
    health: loadBalancing.healthChanges,
    bus,
    jobLimit: settings.logpushJobs,
    spoolMs: settings.spoolHours * 3_600_000,
    secret,
    openDestination: destinationOpener(settings, clock),
    openSpool: (topic) =>
      openSpool({ folder: busFolder(settings.dataDir), topic, onError: () => {} }),
  });
  const notifications = notificationsModule({
    database,
    clock,
    zones,
    accounts,
    pools: loadBalancing.poolDirectory,
    healthChecks: loadBalancing.healthCheckDirectory,
    tokens: platform.tokens,
    pages: pageMonitoring.coverage,
    mail: { smtpUrl: settings.smtpUrl, from: settings.mailFrom },
    publicUrl: settings.publicUrl ?? `http://${settings.apiListen.host}:${settings.apiListen.port}`,
    secret,
    openClient: () => new GuardedClient({ allow: settings.outboundAllow, clock }),
  });
  return {
    all: [
      platform,
      rulesets,
      previousFirewall,
      firewallMigration,
      loadBalancing,
      securityEvents,
      analytics,
      pageMonitoring,
      logpush,
      notifications,
      rpcGateway,
    ],
    platform,
  };
}

/** Filters of firewall rules have the language of the phase that has replaced these rules. */
const CUSTOM_RULES = 'http_request_firewall_custom';

function requestConditions(
  phaseName: string,
  limits: RuleLanguageLimits,
  lacksValue: LacksValue,
): ConditionLanguage & FilterLanguage {
  const language = createRuleLanguage(limits);
  const phase = phaseByName(phaseName);
  if (!phase) throw new Error(`there is no phase ${phaseName}`);
  return {
    problemOf: (text: string, lists?: ReadonlyMap<string, ListKind>) =>
      (lists ? language.withLists(lists) : language).condition(text, phase),
    gapsIn: (text) => conditionGaps(text, lacksValue),
  };
}
