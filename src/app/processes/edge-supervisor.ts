import { lookup } from 'node:dns/promises';
import type {
  ConfigurationProblem,
  EdgeAddress,
  EdgeChannel,
  EdgeConfig,
} from '../../contracts/edge-channel.ts';
import type { RateQuestion } from '../../contracts/rate-questions.ts';
import { snapshotMessages } from '../../contracts/snapshot/snapshot-message.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { RateCounters } from '../../edge/limits/rate-counters.ts';
import { assertPortFree } from '../node/port-check.ts';
import { settingsTable } from '../settings/settings.ts';
import { FIRST_INHERITED } from './kit/process-channel.ts';
import type { ProcessKind } from './kit/process-kind.ts';
import { ProcessSupervisor, type ProcessSupervisorOptions } from './kit/process-supervisor.ts';
import { closeInherited, type InheritedSockets, ListeningSockets } from './listening-sockets.ts';
import { SiteFetches } from './site-fetches.ts';
import { v8Flags } from './v8-flags.ts';

/** After the drain time an edge process still writes its log and scans the last responses. */
const LAST_WORK_MS = 4_000;

export interface EdgeSupervisorOptions extends Omit<ProcessSupervisorOptions<EdgeChannel>, 'kind'> {
  readonly workers: number;
  readonly config: Omit<EdgeConfig, 'slot'>;
  /** The complete snapshot for an edge process that starts. */
  readonly currentSnapshot: () => SnapshotUpdate;
  /** Listening sockets of the primary that this one replaces. */
  readonly inherited?: readonly InheritedSockets[];
}

/** The last reported state of an edge process. */
export interface EdgeState {
  readonly slot: number;
  /** Revision of the snapshot that the process runs. */
  readonly revision: number;
  readonly problems: readonly ConfigurationProblem[];
}

/** The edge processes of a node: sends them snapshots, and relays their messages to each other. */
export class EdgeSupervisor {
  readonly processes: ProcessSupervisor<EdgeChannel>;
  readonly #config: Omit<EdgeConfig, 'slot'>;
  readonly #workers: number;
  readonly #inherited: readonly InheritedSockets[];
  readonly #states = new Map<number, EdgeState>();
  #onState = () => {};
  #http: ListeningSockets | undefined;
  #tls: ListeningSockets | undefined;
  #areSocketsLent = false;
  /** Counts of low rate limits, for all processes together. */
  readonly #rates = new RateCounters();
  /** Requests of the node to its own sites. */
  readonly sites = new SiteFetches((update, nth) => this.processes.publishToOne(update, nth));

  constructor(options: EdgeSupervisorOptions) {
    const { workers, config, currentSnapshot, inherited = [], ...others } = options;
    this.#config = config;
    this.#workers = workers;
    this.#inherited = inherited;
    const kind: ProcessKind<EdgeChannel> = {
      name: 'edge',
      main: new URL('./edge-main.ts', import.meta.url),
      count: workers,
      nodeFlags: v8Flags.edge,
      drainMs: config.lameDuckMs + config.drainSeconds * 1000 + LAST_WORK_MS,
      isRequired: true,
      isNeeded: () => true,
      descriptors: (slot) => [...this.#socketsOf(slot).http, ...this.#socketsOf(slot).tls],
      start: (slot) => ({ config: this.#configOf(slot) }),
      firstUpdates: () => partsOf(currentSnapshot()),
      onReport: (slot, report) => this.#receive(slot, report),
      onEnd: (slot) => {
        this.#states.delete(slot);
        this.#onState();
        this.#releaseSockets(slot);
      },
    };
    this.processes = new ProcessSupervisor({ kind, ...others });
  }

  /** Resolves when every process serves. */
  async start(): Promise<void> {
    const { tls } = this.#config;
    this.#http = await this.#open(this.#config, settingsTable.edgeListen.variable);
    if (tls) this.#tls = await this.#open(tls, settingsTable.edgeTlsListen.variable);
    const used = [this.#config, ...(tls ? [tls] : [])].map((address) => this.#inheritedOf(address));
    closeInherited(this.#inherited.filter((sockets) => !used.includes(sockets)));
    await this.processes.start();
  }

  /** `isReplaced`: the processes of another primary already accept connections from the same sockets. */
  async stop({ isReplaced = false }: { readonly isReplaced?: boolean } = {}): Promise<void> {
    // A copy of a socket would keep it open when the other primary closes it.
    if (isReplaced) this.#closeSockets();
    await this.processes.stop({ isReplaced });
    this.#closeSockets();
  }

  /** The listening sockets that a successor of this primary inherits. None is closed until `takeBackSockets`. */
  lendSockets(): readonly InheritedSockets[] {
    this.#areSocketsLent = true;
    const { host, port, tls } = this.#config;
    return [
      ...(this.#http ? [{ host, port, groups: this.#http.groups }] : []),
      ...(tls && this.#tls ? [{ host: tls.host, port: tls.port, groups: this.#tls.groups }] : []),
    ];
  }

  /** Call it when the successor has ended, so that no other process has copies of the sockets. */
  takeBackSockets(): void {
    this.#areSocketsLent = false;
  }

  /** The last reported state of each process, ordered by slot. */
  get states(): readonly EdgeState[] {
    return [...this.#states.values()].sort((a, b) => a.slot - b.slot);
  }

  /** `listener` is called when the state of a process has changed. */
  onState(listener: () => void): void {
    this.#onState = listener;
  }

  publish(update: SnapshotUpdate): void {
    this.processes.publishSeries(partsOf(update));
  }

  async #open(address: EdgeAddress, variable: string): Promise<ListeningSockets> {
    const inherited = this.#inheritedOf(address);
    if (!inherited) await assertPortFree(address, variable);
    const { address: host } = await lookup(address.host);
    return new ListeningSockets({ ...address, host }, this.#workers, inherited?.groups);
  }

  #inheritedOf({ host, port }: EdgeAddress): InheritedSockets | undefined {
    return this.#inherited.find((sockets) => sockets.host === host && sockets.port === port);
  }

  #socketsOf(slot: number): { readonly http: readonly number[]; readonly tls: readonly number[] } {
    return { http: this.#http?.ofSlot(slot) ?? [], tls: this.#tls?.ofSlot(slot) ?? [] };
  }

  /** The inherited descriptors are ordered: sockets for plain HTTP first, then those for TLS. */
  #configOf(slot: number): EdgeConfig {
    const { tls } = this.#config;
    const inherited = this.#socketsOf(slot);
    const http = inherited.http.map((_, index) => FIRST_INHERITED + index);
    const ofTls = inherited.tls.map((_, index) => FIRST_INHERITED + http.length + index);
    return { ...this.#config, slot, sockets: http, tls: tls && { ...tls, sockets: ofTls } };
  }

  /**
   * Does nothing while sockets are lent: the successor's copies would keep a closed socket listening, and its
   * connections would wait for the successor's processes. A replacement process gets the same sockets instead.
   */
  #releaseSockets(slot: number): void {
    if (this.#areSocketsLent) return;
    this.#http?.release(slot);
    this.#tls?.release(slot);
  }

  #closeSockets(): void {
    this.#http?.close();
    this.#tls?.close();
  }

  /** Lets the processes read their certificates now. */
  reload(): void {
    this.processes.publish({ type: 'reload' });
  }

  #receive(slot: number, report: EdgeChannel['report']): void {
    if (report.type === 'peers') {
      this.processes.publish(report, slot);
      return;
    }
    if (report.type === 'rates') {
      const { id, questions } = report;
      const answers = answerRates(this.#rates, questions);
      this.processes.publishTo(slot, { type: 'rates', id, answers });
      return;
    }
    if (report.type === 'fetched') {
      this.sites.receive(report);
      return;
    }
    const { revision, problems } = report;
    this.#states.set(slot, { slot, revision, problems });
    this.#onState();
  }
}

function answerRates(rates: RateCounters, questions: readonly RateQuestion[]): number[] {
  return questions.map(({ key, limit, passed, ageMs, asks }) => {
    if (asks) return rates.take(key, limit, passed, ageMs);
    rates.addPassed(key, limit, passed, ageMs);
    return 0;
  });
}

/** The parts of an update, created lazily: each process has an iterator of its own. */
function partsOf(update: SnapshotUpdate): Iterable<EdgeChannel['update']> {
  return {
    *[Symbol.iterator]() {
      for (const part of snapshotMessages(update)) yield { type: 'snapshot', part } as const;
    },
  };
}
