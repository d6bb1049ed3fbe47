import type { Clock } from '../../kernel/clock.ts';
import { MAX_CLOCK_SKEW_MS } from '../../storage/clock-skew.ts';
import type { NodeReportTable } from '../../storage/core-tables.ts';
import type { NodeReportStore } from '../../storage/node-report-store.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { NodeReport } from './node-report.ts';

export interface OtherNode {
  readonly id: string;
  readonly name: string;
  /** Whether it has not reported for too long: it was killed, or cannot reach the database. */
  readonly isSilent: boolean;
  /** By the clock of that node. */
  readonly reportedAt: number;
  readonly report: NodeReport;
}

export interface NodeWatchOptions {
  readonly store: NodeReportStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** The id of this node. */
  readonly node: string;
  readonly silentMs: number;
  readonly forgottenMs: number;
}

/** A report, and the tick since which it is known. */
interface Observation {
  readonly version: number;
  readonly since: number;
  readonly isSilent: boolean;
}

/**
 * The other nodes, by the reports that they store. As with leases, a node is silent when this one has observed an unchanged report for too long,
 * so that the clocks of two nodes are not compared.
 */
export class NodeWatch {
  readonly #options: NodeWatchOptions;
  #observed = new Map<string, Observation>();
  #isBlind = false;

  constructor(options: NodeWatchOptions) {
    this.#options = options;
  }

  /** The database has been unavailable: the others could not report either. */
  outage(): void {
    this.#isBlind = true;
  }

  async others(): Promise<readonly OtherNode[]> {
    return (await this.#read()).map((row) => ({
      id: row.node,
      name: row.name,
      isSilent: this.#observed.get(row.node)?.isSilent ?? false,
      reportedAt: row.reported_at,
      report: JSON.parse(row.report_json) as NodeReport,
    }));
  }

  /** Removes the reports of nodes that are silent for very long. */
  async forget(): Promise<void> {
    const { store, clock, log, forgottenMs } = this.#options;
    for (const row of await this.#read()) {
      const { since = clock.tick() } = this.#observed.get(row.node) ?? {};
      if (clock.tick() - since < forgottenMs) continue;
      await store.removeUnchanged(row);
      log.warn(fieldsOf(row), 'a node has not reported for very long; it is forgotten');
    }
  }

  async #read(): Promise<readonly NodeReportTable[]> {
    const rows = await this.#options.store.all().catch((error) => {
      this.outage();
      throw error;
    });
    const others = rows.filter(({ node }) => node !== this.#options.node);
    const before = this.#observed;
    this.#observed = new Map(others.map((row) => [row.node, this.#observe(row, before)]));
    this.#isBlind = false;
    return others;
  }

  #observe(row: NodeReportTable, before: ReadonlyMap<string, Observation>): Observation {
    const { clock, log, silentMs } = this.#options;
    const known = before.get(row.node);
    const isUnchanged = known?.version === row.version;
    const isBegun = isUnchanged && (known.isSilent || !this.#isBlind);
    const since = isBegun ? known.since : clock.tick() - (known ? 0 : leastAge(row, clock));
    const isSilent = clock.tick() - since >= silentMs;
    if (isSilent && !known?.isSilent) {
      log.warn(fieldsOf(row), 'a node has stopped reporting; whether its edge serves is unknown');
    }
    if (!isSilent && known?.isSilent) log.info(fieldsOf(row), 'a silent node reports again');
    return { version: row.version, since, isSilent };
  }
}

/** How old a report is at least, however the clocks of the nodes differ. */
function leastAge({ reported_at }: NodeReportTable, clock: Clock): number {
  return Math.max(0, clock.now() - reported_at - MAX_CLOCK_SKEW_MS);
}

const fieldsOf = ({ node, name, reported_at }: NodeReportTable) => ({
  node,
  name,
  reportedAt: new Date(reported_at).toISOString(),
});
