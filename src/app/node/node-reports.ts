import { systemClock } from '../../kernel/clock.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';
import { NodeReportStore } from '../../storage/node-report-store.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { Settings } from '../settings/settings.ts';
import { type NodeReportSource, nodeReport } from '../snapshots/node-report.ts';
import { NodeReporter } from '../snapshots/node-reporter.ts';
import { NodeWatch, type OtherNode } from '../snapshots/node-watch.ts';
import type { Part } from './lifecycle.ts';

export interface NodeReportsOptions {
  readonly database: Database<CoreTables>;
  readonly settings: Pick<Settings, 'nodeSilentSeconds' | 'nodeForgottenSeconds'>;
  readonly log: Logger;
  readonly identity: { readonly id: string; readonly name: string };
  readonly ofEdges: NodeReportSource;
}

/** What the nodes of a database report to each other about their edges. */
export interface NodeReports extends Part {
  others(): Promise<readonly OtherNode[]>;
  changed(): void;
  leave(): void;
}

/** Undefined if no other node can use the database. */
export function nodeReports(options: NodeReportsOptions): NodeReports | undefined {
  const { database, settings, log, identity, ofEdges } = options;
  if (!database.dialect.isShared) return undefined;
  const clock = systemClock;
  const store = new NodeReportStore(database, clock);
  const silentMs = settings.nodeSilentSeconds * 1000;
  const forgottenMs = Math.max(silentMs, settings.nodeForgottenSeconds * 1000);
  const watch = new NodeWatch({ store, clock, log, node: identity.id, silentMs, forgottenMs });
  const report = ofEdges.edgeCount > 0 ? () => nodeReport(ofEdges) : undefined;
  const reporter = new NodeReporter({ store, watch, clock, log, ...identity, silentMs, report });
  return {
    name: 'node reports',
    start: () => reporter.start(),
    stop: () => reporter.stop(),
    others: () => watch.others(),
    changed: () => reporter.changed(),
    leave: () => reporter.leave(),
  };
}
