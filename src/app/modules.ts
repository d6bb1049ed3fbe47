import type { AreaModule } from '../areas/area-module.ts';
import type { ConditionLanguage } from '../areas/load-balancing/balancers/condition-language.ts';
import type { HealthTables } from '../areas/load-balancing/health/health-tables.ts';
import {
  healthTables,
  loadBalancingModule,
  loadBalancingTables,
} from '../areas/load-balancing/load-balancing-module.ts';
import type { LoadBalancingTables } from '../areas/load-balancing/load-balancing-tables.ts';
import {
  pageInventoryTables,
  pageMonitoringModule,
  pageNoteHashes,
  pagePolicyTables,
  pagePositions,
  pageScriptCopies,
  pageScriptFetches,
  pageViolationAndNoteTables,
  pageVisitorHashes,
  threatFeeds,
} from '../areas/page-monitoring/page-monitoring-module.ts';
import type { PageMonitoringTables } from '../areas/page-monitoring/page-monitoring-tables.ts';
import {
  type PlatformModule,
  platformModule,
  platformTables,
} from '../areas/platform/platform-module.ts';
import type { PlatformTables } from '../areas/platform/platform-tables.ts';
import { createRuleLanguage, type RuleLanguageLimits } from '../areas/rulesets/rule-language.ts';
import { rulesetsModule, rulesetTables } from '../areas/rulesets/rulesets-module.ts';
import type { RulesetsTables } from '../areas/rulesets/rulesets-tables.ts';
import {
  requestTraceTables,
  securityEventsModule,
  securityEventTables,
} from '../areas/security-events/security-events-module.ts';
import type { SecurityEventsTables } from '../areas/security-events/security-events-tables.ts';
import type { Publisher } from '../bus/bus.ts';
import { phaseByName } from '../catalogs/phases.ts';
import { ThreadedClassifier } from '../detectors/script-classifier/threaded-classifier.ts';
import type { Clock } from '../kernel/clock.ts';
import { GuardedClient } from '../outbound/guarded-client.ts';
import { Prober } from '../outbound/probe/prober.ts';
import type { Database } from '../storage/database.ts';
import { coreTables } from '../storage/migrations/0001-core-tables.ts';
import type { Migration } from '../storage/migrator.ts';
import type { Settings } from './settings/settings.ts';

/** Every migration there is. Order within an area matters; areas come in the order of their needs. */
export const migrations: readonly Migration[] = [
  coreTables,
  platformTables,
  rulesetTables,
  loadBalancingTables,
  healthTables,
  securityEventTables,
  requestTraceTables,
  pagePolicyTables,
  pageInventoryTables,
  pageViolationAndNoteTables,
  pageScriptFetches,
  threatFeeds,
  pageVisitorHashes,
  pageScriptCopies,
  pageNoteHashes,
  pagePositions,
];

export type Tables = PlatformTables &
  RulesetsTables &
  LoadBalancingTables &
  HealthTables &
  SecurityEventsTables &
  PageMonitoringTables;

/** Settings that areas look at. */
export type ModuleSettings = Pick<
  Settings,
  'expressionCharacters' | 'expressionDepth' | 'expressionRegexes' | 'outboundAllow'
>;

/** For what uses the areas without a node: nobody would read what they tell. */
const noBus: Publisher = { publish: async () => ({ accepted: false }) };

/** The product areas. To add one: its module here, its migrations above. */
export function createModules(
  database: Database<Tables>,
  clock: Clock,
  settings: ModuleSettings,
  publisher: Publisher = noBus,
): { readonly all: readonly AreaModule[]; readonly platform: PlatformModule } {
  const platform = platformModule({ database, clock });
  const expressionLimits = {
    characters: settings.expressionCharacters,
    depth: settings.expressionDepth,
    regexes: settings.expressionRegexes,
  };
  const { zones } = platform;
  const rulesets = rulesetsModule({ database, clock, zones, expressionLimits });
  const conditions = requestConditions(expressionLimits);
  const prober = new Prober({ allow: settings.outboundAllow, clock });
  const loadBalancing = loadBalancingModule({ database, clock, zones, conditions, prober });
  const securityEvents = securityEventsModule({ database, clock, zones });
  const pageMonitoring = pageMonitoringModule({
    database,
    clock,
    zones,
    publisher,
    expressionLimits,
    openClient: () => new GuardedClient({ allow: settings.outboundAllow, clock }),
    openJudge: () => new ThreadedClassifier(),
  });
  return {
    all: [platform, rulesets, loadBalancing, securityEvents, pageMonitoring],
    platform,
  };
}

/** Load balancers choose an origin, so their rules may ask what rules about origins may ask. */
function requestConditions(limits: RuleLanguageLimits): ConditionLanguage {
  const language = createRuleLanguage(limits);
  const phase = phaseByName('http_request_origin');
  if (!phase) throw new Error('there is no phase for rules about origins');
  return {
    problemOf: (text) => language.condition(text, phase),
    prepare: (text) => language.prepare(text, phase),
  };
}
