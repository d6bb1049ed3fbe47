import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type {
  ConfigurationProblem,
  EdgeConfig,
  FromEdge,
  ToEdge,
} from '../../contracts/edge-channel.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { type BackoffPolicy, backoffDelay } from '../../kernel/backoff.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { assertPortFree } from '../node/port-check.ts';
import type { EdgeSupervisorTelemetry } from './edge-supervisor-telemetry.ts';

/** A process that lived this long did not fail because of how it was started. */
const STABLE_MS = 5_000;
const RESTART_BACKOFF: BackoffPolicy = { firstMs: 50, maxMs: 5_000, factor: 2 };
const MEASURE_MS = 500;
/** After its drain time a process logs, and looks through the last answers. */
const LAST_WORK_MS = 4_000;
/**
 * What a request leaves behind lives for a moment only. It gets room, so that it does not grow old; and
 * V8 must not guess that some of it will live long: what it then puts among the old things keeps whole
 * finished requests alive, and a third of the time goes into collecting them.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=32', '--no-allocation-site-pretenuring'];

export interface EdgeSupervisorOptions {
  readonly workers: number;
  readonly config: Omit<EdgeConfig, 'slot'>;
  /** Everything a process that starts now has to know. */
  readonly currentSnapshot: () => SnapshotUpdate;
  readonly telemetry: EdgeSupervisorTelemetry;
  readonly clock?: Clock;
}

/** What an edge process has said about itself. */
export interface EdgeState {
  readonly slot: number;
  /** The snapshot it runs. */
  readonly revision: number;
  readonly problems: readonly ConfigurationProblem[];
}

/** Keeps the edge processes running, tells them what to serve, and ends them in order. */
export class EdgeSupervisor {
  readonly #options: EdgeSupervisorOptions;
  readonly #clock: Clock;
  readonly #workers = new Map<number, Worker>();
  readonly #stopping = new AbortController();
  readonly #serving = new Set<number>();
  readonly #states = new Map<number, EdgeState>();
  readonly #measurements = new Map<number, (metrics: readonly unknown[]) => void>();
  #requests = 0;

  constructor(options: EdgeSupervisorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Resolves when every process serves. */
  async start(): Promise<void> {
    const { workers, config } = this.#options;
    await assertPortFree(config, 'PALISADE_EDGE_LISTEN');
    if (config.tls) await assertPortFree(config.tls, 'PALISADE_EDGE_TLS_LISTEN');
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./edge-main.ts', import.meta.url)),
      args: [],
      execArgv: [...process.execArgv, ...MEMORY_FLAGS],
      serialization: 'advanced',
    });
    const slots = Array.from({ length: workers }, (_, n) => n + 1);
    await Promise.all(slots.map((slot) => this.#launch(slot, 0)));
    if (this.#serving.size === workers) return;
    await this.stop();
    throw new PalisadeError(
      'edge_did_not_start',
      'an edge process ended while it was starting; its log lines say why',
    );
  }

  /** True while at least one process takes visitors. */
  get isServing(): boolean {
    return this.#serving.size > 0;
  }

  /** What each process runs, by slot. */
  get states(): readonly EdgeState[] {
    return [...this.#states.values()].sort((a, b) => a.slot - b.slot);
  }

  /** Sends an update to every process that runs. One that starts later gets the state of then, and what follows. */
  publish(update: SnapshotUpdate): void {
    for (const worker of this.#workers.values()) send(worker, { type: 'update', update });
  }

  /** What the processes have measured; one that does not answer in time is left out. */
  async measure(): Promise<(readonly unknown[])[]> {
    const asked = [...this.#workers.values()].map((worker) => this.#measureOne(worker));
    return (await Promise.all(asked)).filter((metrics) => metrics !== undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const running = [...this.#workers.values()];
    await Promise.all(running.map((worker) => this.#end(worker)));
  }

  /** Starts the process of a slot, and again whenever it ends. Resolves when it serves. */
  async #launch(slot: number, failures: number): Promise<void> {
    const startedAt = this.#clock.now();
    const worker = cluster.fork();
    this.#workers.set(slot, worker);
    const serving = Promise.withResolvers<void>();
    worker.on('message', (message: FromEdge) => {
      if (message.type === 'hello') {
        const config = { ...this.#options.config, slot };
        send(worker, { type: 'start', config, snapshot: this.#options.currentSnapshot() });
      } else if (message.type === 'serving') {
        this.#serving.add(slot);
        serving.resolve();
      } else if (message.type === 'applied') {
        const { revision, problems } = message;
        this.#states.set(slot, { slot, revision, problems });
      } else if (message.type === 'updates') {
        for (const other of this.#workers.values()) if (other !== worker) send(other, message);
      } else if (message.type === 'measured') {
        this.#measurements.get(message.requestId)?.(message.metrics);
      }
    });
    // A send to a process that is just ending fails; its exit is what we act on.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => {
      this.#workers.delete(slot);
      this.#serving.delete(slot);
      this.#states.delete(slot);
      serving.resolve();
      if (this.#stopping.signal.aborted) return;
      const stable = this.#clock.now() - startedAt >= STABLE_MS;
      this.#options.telemetry.edgeEnded(slot, code, signal);
      void this.#relaunch(slot, stable ? 0 : failures + 1);
    });
    await serving.promise;
  }

  async #relaunch(slot: number, failures: number): Promise<void> {
    try {
      if (failures > 1) {
        const delay = backoffDelay(RESTART_BACKOFF, failures - 1);
        await this.#clock.sleep(delay, this.#stopping.signal);
      }
      await this.#launch(slot, failures);
    } catch {
      // Stopping: nobody needs the process any more.
    }
  }

  async #measureOne(worker: Worker): Promise<readonly unknown[] | undefined> {
    const requestId = ++this.#requests;
    const late = new AbortController();
    const answer = new Promise<readonly unknown[]>((resolve) => {
      this.#measurements.set(requestId, resolve);
    });
    send(worker, { type: 'measure', requestId });
    const deadline = this.#clock.sleep(MEASURE_MS, late.signal).catch(() => {});
    const metrics = await Promise.race([answer, deadline]);
    late.abort();
    this.#measurements.delete(requestId);
    return metrics ?? undefined;
  }

  async #end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const ended = once(worker, 'exit');
    send(worker, { type: 'drain' });
    // The process ends by itself at the end of the drain time; this is for one that hangs.
    const late = new AbortController();
    const { drainSeconds, lameDuckMs } = this.#options.config;
    const graceMs = lameDuckMs + drainSeconds * 1000 + LAST_WORK_MS;
    const kill = this.#clock.sleep(graceMs, late.signal).then(
      () => worker.process.kill('SIGKILL'),
      () => {},
    );
    await ended;
    late.abort();
    await kill;
  }
}

function send(worker: Worker, message: ToEdge): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
