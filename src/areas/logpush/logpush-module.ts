import type { Publisher } from '../../bus/bus.ts';
import type { SpoolReader } from '../../bus/spool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { TextSealer } from '../../kernel/sealed-text.ts';
import type { Destination } from '../../outbound/destinations/destination.ts';
import { AlertOutbox } from '../../storage/alert-outbox.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule, ShippingSource } from '../area-module.ts';
import type { HealthChanges } from '../load-balancing/health/health-change-read-model.ts';
import type { TokenDirectory } from '../platform/tokens/token-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { auditSource } from './copies/audit-source.ts';
import { copyJob } from './copies/copy-job.ts';
import { healthSource } from './copies/health-source.ts';
import { datasetRoutes } from './datasets/dataset-routes.ts';
import { filterRoutes } from './datasets/filter-routes.ts';
import { FilterService } from './datasets/filter-service.ts';
import { destinationRoutes } from './destinations/destination-routes.ts';
import { DestinationService } from './destinations/destination-service.ts';
import { OwnershipTokens } from './destinations/ownership-tokens.ts';
import { jobKind } from './jobs/job-kind.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import { JobService } from './jobs/job-service.ts';
import { JobShipping } from './jobs/job-shipping.ts';
import { JobStore } from './jobs/job-store.ts';
import { requestLogSnapshot } from './jobs/request-log-snapshot.ts';
import { ledgerRoutes } from './ledger/ledger-routes.ts';
import { ProgressService } from './ledger/progress-service.ts';
import { liveRoutes, liveSocket } from './live/live-session-routes.ts';
import { LiveSessionService } from './live/live-session-service.ts';
import { LiveSessionStore } from './live/live-session-store.ts';
import { liveStreamRoutes, liveStreamSocket } from './live/live-stream-routes.ts';
import { LiveStreamService } from './live/live-stream-service.ts';
import { logpushBootstrap } from './logpush-bootstrap.ts';
import { type LogpushFamily, logpushFamilies } from './logpush-family.ts';
import type { LogpushDatabase } from './logpush-tables.ts';
import { replayRoutes } from './replays/replay-routes.ts';
import { ReplayService } from './replays/replay-service.ts';

export interface LogpushOptions {
  readonly database: LogpushDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly tokens: TokenDirectory;
  readonly health: HealthChanges;
  readonly bus: Publisher;
  /** Maximum jobs of a zone or an account. */
  readonly jobLimit: number;
  /** Retention of lines in spools. */
  readonly spoolMs: number;
  /** The key of the installation. */
  secret(): string;
  openDestination(text: string): Destination;
  openSpool(topic: string): SpoolReader;
}

export interface LogpushModule extends AreaModule {
  readonly shipping: ShippingSource;
}

/** Jobs that ship log lines to destinations; the shipping process of each node runs them. */
export function logpushModule(options: LogpushOptions): LogpushModule {
  const { database, clock, zones, secret, spoolMs } = options;
  const changes = new ChangeLog(database, clock);
  const store = new JobStore(new TextSealer(secret, 'logpush destination'));
  const tokens = new OwnershipTokens(secret, clock);
  const destinations = new DestinationService({ clock, tokens, open: options.openDestination });
  const replays = new ReplayService({ clock, changes, store, spoolMs });
  const filters = new FilterService({ clock, openSpool: options.openSpool });
  const kindOf = ({ write }: LogpushFamily) => jobKind({ store, write, limit: options.jobLimit });
  const jobsOf = (family: LogpushFamily) =>
    new JobService({ database, changes, clock, destinations, kind: kindOf(family) });
  const families = logpushFamilies(zones);
  const sessions = new LiveSessionService({
    database,
    clock,
    store: new LiveSessionStore(new TextSealer(secret, 'live session')),
    changes,
    tokens: options.tokens,
    openSpool: options.openSpool,
  });
  const streams = new LiveStreamService(options);
  const jobs = { zone: jobsOf(families.zone), account: jobsOf(families.account) };
  const shipping = new JobShipping({ database, clock, store, zones, spoolMs });
  const progress = new ProgressService({
    database,
    clock,
    changes,
    alerts: new AlertOutbox(database, clock),
    store,
    zones,
    kind: jobs.zone.kind,
  });
  const routesOf = (family: LogpushFamily) => {
    const common = { database, store, jobs: jobs[family.owner] };
    return [
      ...jobRoutes(family, common),
      ...ledgerRoutes(family, common),
      ...replayRoutes(family, { ...common, replays }),
      ...datasetRoutes(family),
      ...filterRoutes(family, filters),
      ...destinationRoutes(family, { ...common, destinations, tokens }),
    ];
  };
  return {
    name: 'logpush',
    routes: [
      ...routesOf(families.zone),
      ...routesOf(families.account),
      ...liveRoutes(families.zone, sessions),
      ...liveStreamRoutes(streams),
    ],
    sockets: [liveSocket(sessions, zones), liveStreamSocket(streams, zones)],
    jobs: [
      copyJob(auditSource(database), database, options.bus),
      copyJob(healthSource(options.health), database, options.bus),
    ],
    queues: [],
    bootstrap: logpushBootstrap(jobs, families.zone, zones),
    sections: [requestLogSnapshot(database, store)],
    shipping: {
      jobs: (ids) => shipping.jobs(ids),
      touchedBy: (event) => shipping.touchedBy(event),
      record: (node, reported) => progress.record(node, reported),
    },
  };
}
