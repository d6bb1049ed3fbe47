import type {
  ConfigurationProblem,
  EdgeChannel,
  EdgeConfig,
} from '../../contracts/edge-channel.ts';
import { snapshotMessages } from '../../contracts/snapshot/snapshot-message.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { assertPortFree } from '../node/port-check.ts';
import { settingsTable } from '../settings/settings.ts';
import type { ProcessKind } from './kit/process-kind.ts';
import { ProcessSupervisor, type ProcessSupervisorOptions } from './kit/process-supervisor.ts';
import { SiteFetches } from './site-fetches.ts';

/** After the drain time an edge process still writes its log and scans the last responses. */
const LAST_WORK_MS = 4_000;
/**
 * The objects of a request live for a moment, and die in the young generation. V8 must not guess that some of them
 * will live long: objects that it allocates in the old generation at once keep whole finished requests alive, and a
 * third of the time goes into collecting them.
 *
 * What was compiled for zones lives long, and is replaced as a whole when many zones change. The other flags keep
 * the pauses of traffic short meanwhile. Survivors have to be copied, so the young generation is no larger than
 * this; one thread collects it, because threads that wait for a core prolong the pause. Old objects stay where they
 * are, and so does a page of young ones that becomes old, if a twentieth of it is in use. The old generation is
 * collected when it has grown by two fifths, because V8 would otherwise let it grow to several times of that first.
 */
const MEMORY_FLAGS = [
  '--no-allocation-site-pretenuring',
  '--max-semi-space-size=8',
  '--no-parallel-scavenge',
  '--no-compact',
  '--page-promotion-threshold=5',
  '--heap-growing-percent=40',
];

export interface EdgeSupervisorOptions extends Omit<ProcessSupervisorOptions<EdgeChannel>, 'kind'> {
  readonly workers: number;
  readonly config: Omit<EdgeConfig, 'slot'>;
  /** Everything that an edge process which starts now has to serve. */
  readonly currentSnapshot: () => SnapshotUpdate;
}

/** What an edge process has reported about itself. */
export interface EdgeState {
  readonly slot: number;
  /** The snapshot it runs. */
  readonly revision: number;
  readonly problems: readonly ConfigurationProblem[];
}

/** The edge processes of a node: sends them snapshots, and passes on what they send each other. */
export class EdgeSupervisor {
  readonly processes: ProcessSupervisor<EdgeChannel>;
  readonly #config: Omit<EdgeConfig, 'slot'>;
  readonly #states = new Map<number, EdgeState>();
  /** Requests of the node itself. */
  readonly sites = new SiteFetches((update) => this.processes.publishToOne(update));

  constructor({ workers, config, currentSnapshot, ...options }: EdgeSupervisorOptions) {
    this.#config = config;
    const kind: ProcessKind<EdgeChannel> = {
      name: 'edge',
      main: new URL('./edge-main.ts', import.meta.url),
      count: workers,
      nodeFlags: MEMORY_FLAGS,
      sharesPort: true,
      drainMs: config.lameDuckMs + config.drainSeconds * 1000 + LAST_WORK_MS,
      isRequired: true,
      isNeeded: () => true,
      start: (slot) => ({ config: { ...config, slot } }),
      firstUpdates: () => partsOf(currentSnapshot()),
      onReport: (slot, report) => this.#receive(slot, report),
      onEnd: (slot) => this.#states.delete(slot),
    };
    this.processes = new ProcessSupervisor({ kind, ...options });
  }

  /** Resolves when every process serves. */
  async start(): Promise<void> {
    const { tls } = this.#config;
    await assertPortFree(this.#config, settingsTable.edgeListen.variable);
    if (tls) await assertPortFree(tls, settingsTable.edgeTlsListen.variable);
    await this.processes.start();
  }

  async stop(): Promise<void> {
    await this.processes.stop();
  }

  /** What each process runs, by slot. */
  get states(): readonly EdgeState[] {
    return [...this.#states.values()].sort((a, b) => a.slot - b.slot);
  }

  publish(update: SnapshotUpdate): void {
    this.processes.publishSeries(partsOf(update));
  }

  #receive(slot: number, report: EdgeChannel['report']): void {
    if (report.type === 'peers') {
      this.processes.publish(report, slot);
      return;
    }
    if (report.type === 'fetched') {
      this.sites.receive(report);
      return;
    }
    const { revision, problems } = report;
    this.#states.set(slot, { slot, revision, problems });
  }
}

/** The parts of an update. Each process that gets them iterates by itself, so that they are created one by one. */
function partsOf(update: SnapshotUpdate): Iterable<EdgeChannel['update']> {
  return {
    *[Symbol.iterator]() {
      for (const part of snapshotMessages(update)) yield { type: 'snapshot', part } as const;
    },
  };
}
