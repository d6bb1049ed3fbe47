import { limits } from '../../catalogs/limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import { TextSealer } from '../../kernel/sealed-text.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import { zoneFinder } from '../../resources/scope.ts';
import { AlertOutbox } from '../../storage/alert-outbox.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import { TaskStore } from '../../storage/task-store.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { ItemReadModel } from './inventory/item-read-model.ts';
import { itemRoutes } from './inventory/item-routes.ts';
import { itemTrimJob } from './inventory/item-trim-job.ts';
import { ObservationService } from './inventory/observation-service.ts';
import { observationSubscription } from './inventory/observation-subscription.ts';
import { refusedItemRoutes } from './inventory/refused-item-routes.ts';
import { noteRoutes } from './notes/note-routes.ts';
import { NoteService } from './notes/note-service.ts';
import { pageMonitoringSnapshot } from './page-monitoring-snapshot.ts';
import type { PageMonitoringDatabase } from './page-monitoring-tables.ts';
import {
  type PageMonitoringTelemetry,
  pageMonitoringTelemetry,
} from './page-monitoring-telemetry.ts';
import { effectivePolicyRoutes } from './policies/effective-policy-routes.ts';
import { type PageCoverage, PageCoverageReadModel } from './policies/page-coverage-read-model.ts';
import { type ConditionLimits, PolicyConditions } from './policies/policy-conditions.ts';
import { policyKind } from './policies/policy-kind.ts';
import { policyRoutes } from './policies/policy-routes.ts';
import { policySecrets } from './policies/policy-secrets.ts';
import { PolicyStore } from './policies/policy-store.ts';
import { policySuggestionRoutes } from './policies/policy-suggestion-routes.ts';
import { type ScriptFetchOptions, scriptFetchJob } from './scripts/script-fetch-job.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { SettingsService } from './settings/settings-service.ts';
import { threatCheckJob, threatCheckQueue } from './threats/threat-check-job.ts';
import { ThreatCheckService } from './threats/threat-check-service.ts';
import { ThreatFeedService } from './threats/threat-feed-service.ts';
import { ViolationReadModel } from './violations/violation-read-model.ts';
import { violationRoutes } from './violations/violation-routes.ts';
import { violationSubscription } from './violations/violation-subscription.ts';
import { violationTrimJob } from './violations/violation-trim-job.ts';

export interface PageMonitoringOptions
  extends Pick<ScriptFetchOptions, 'openClient' | 'openClassifier' | 'fetchFromSite'> {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly expressionLimits: ConditionLimits;
  /** Whether a field has no value in any request. */
  readonly lacksValue: (field: string) => boolean;
  /** The secret of the installation, from which keys are derived. */
  readonly secret: () => string;
}

export interface PageMonitoringModule extends AreaModule {
  readonly coverage: PageCoverage;
}

/** The inventory of scripts, connections and cookies on pages of zones, and policies for what pages may load. */
export function pageMonitoringModule(options: PageMonitoringOptions): PageMonitoringModule {
  const { database, clock, zones } = options;
  const alerts = new AlertOutbox(database, clock);
  const changes = new ChangeLog(database, clock);
  const conditions = new PolicyConditions(options.expressionLimits, options.lacksValue);
  const findZone = zoneFinder(zones, 'page-monitoring:read');
  const secrets = policySecrets(new TextSealer(options.secret, 'page policies'));
  const store = new PolicyStore(secrets);
  const settings = new SettingsService({ database, changes, clock });
  const policies = new ResourceService({ database, changes, clock }, policyKind(store, conditions));
  const items = new ItemReadModel(database, clock);
  const notes = new NoteService({ database, changes, clock });
  const violations = new ViolationReadModel(database);
  const keepMs = limits.pageViolationDays * 24 * 3_600_000;
  const threats = new ThreatCheckService(zones);
  const check = { database, clock, alerts, threats };
  const feeds = threatFeedService(database, clock);
  let telemetry: PageMonitoringTelemetry | undefined;
  const observations = new ObservationService({
    database,
    clock,
    alerts,
    threats,
    limits: { all: limits.pageItemsPerZone, newInHour: limits.pageItemsPerZoneAndHour },
    onRefused: (refused) => telemetry?.itemsRefused(refused),
  });
  return {
    name: 'page-monitoring',
    routes: [
      ...settingsRoutes(settings, findZone),
      ...policyRoutes({ database, policies, store, conditions, findZone }),
      ...itemRoutes({ items, findZone, clock }),
      ...refusedItemRoutes({ database, findZone }),
      ...noteRoutes({ items, notes, findZone, clock }),
      ...violationRoutes({ violations, policies, findZone, clock, keepMs }),
      ...effectivePolicyRoutes({ database, store, conditions, findZone }),
      ...policySuggestionRoutes({ items, notes, findZone }),
    ],
    jobs: [
      itemTrimJob({ database, clock, zones }),
      violationTrimJob(database, clock, keepMs),
      scriptFetchJob({ ...options, alerts }),
      threatCheckJob(check, feeds),
    ],
    queues: [threatCheckQueue(check)],
    subscriptions: [
      observationSubscription(observations, zones),
      violationSubscription(database, clock),
    ],
    bootstrap: {},
    sections: [pageMonitoringSnapshot(database, secrets)],
    observe(means) {
      telemetry = pageMonitoringTelemetry(means);
    },
    coverage: new PageCoverageReadModel(database, store, conditions, clock),
  };
}

/** Threat feeds, also for commands that run without a node. */
export function threatFeedService(
  database: PageMonitoringDatabase,
  clock: Clock,
): ThreatFeedService {
  const changes = new ChangeLog(database, clock);
  const tasks = new TaskStore(database, clock);
  return new ThreatFeedService({ database, changes, tasks, clock });
}
