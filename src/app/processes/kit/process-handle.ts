import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../../kernel/clock.ts';
import { DISK_FULL, type DiskFullReport } from '../../../kernel/disk-errors/disk-full.ts';
import { PalisadeError } from '../../../kernel/palisade-error.ts';
import type { MetricsSnapshot } from '../../../telemetry/prometheus-metrics.ts';
import type { FromProcess, ProcessChannel, ProcessIdentity, ToProcess } from './process-channel.ts';

const MEASURE_MS = 500;
/**
 * Backpressure: a long series of updates is created and sent as fast as the process applies it, so that it does not
 * fill the memory of either side. Several are in flight, so that the process does not wait for the next one.
 */
const MOST_UNCONFIRMED = 4;

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started at all; the others are null then. */
  readonly error?: unknown;
}

export interface ProcessHandleOptions<Channel extends ProcessChannel> {
  readonly identity: ProcessIdentity;
  readonly clock: Clock;
  /** Called when the process is ready to receive it, so that it has the current state. */
  start(): Channel['start'];
  firstUpdates?(): Iterable<Channel['update']>;
  onReport(report: Channel['report']): void;
  readonly reportDiskFull?: DiskFullReport | undefined;
}

/** The primary's side of one running process. */
export class ProcessHandle<Channel extends ProcessChannel> {
  readonly #child: ChildProcess;
  readonly #options: ProcessHandleOptions<Channel>;
  readonly #measurements = new Map<number, (metrics: MetricsSnapshot) => void>();
  readonly #served = Promise.withResolvers<boolean>();
  readonly #exited = Promise.withResolvers<ProcessExit>();
  /** Series of updates that are not sent yet, in order. */
  readonly #unsent: Iterator<Channel['update']>[] = [];
  /** Updates that were sent and not applied yet. */
  #unconfirmed = 0;
  #state: 'starting' | 'started' | 'serving' | 'draining' | 'ended' = 'starting';
  #requests = 0;

  constructor(child: ChildProcess, options: ProcessHandleOptions<Channel>) {
    this.#child = child;
    this.#options = options;
    child.on('message', (message: FromProcess<Channel>) => this.#receive(message));
    // Sending to a process that is ending emits `error` too; that case is handled by `exit`.
    child.on('error', (error) => {
      if (child.pid === undefined) this.#end({ code: null, signal: null, error });
    });
    child.once('exit', (code, signal) => this.#end({ code, signal }));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isServing(): boolean {
    return this.#state === 'serving';
  }

  /** True once the process serves; false if it ended before. */
  get served(): Promise<boolean> {
    return this.#served.promise;
  }

  get exited(): Promise<ProcessExit> {
    return this.#exited.promise;
  }

  /** Ignored before the start message is sent, because that message includes the change. */
  update(update: Channel['update']): void {
    this.updateSeries([update]);
  }

  /** The same for a series of updates, which is iterated at the pace of the process. */
  updateSeries(series: Iterable<Channel['update']>): void {
    if (this.#state === 'starting') return;
    this.#unsent.push(series[Symbol.iterator]());
    this.#sendUpdates();
  }

  /** The metrics of the process; undefined if it does not respond in time. */
  async measure(): Promise<MetricsSnapshot | undefined> {
    const requestId = ++this.#requests;
    const late = new AbortController();
    const measured = new Promise<MetricsSnapshot>((resolve) => {
      this.#measurements.set(requestId, resolve);
    });
    this.#send({ type: 'measure', requestId });
    const deadline = this.#options.clock.sleep(MEASURE_MS, late.signal).catch(() => {});
    const ended = this.exited.then(() => undefined);
    const metrics = await Promise.race([measured, deadline, ended]);
    late.abort();
    this.#measurements.delete(requestId);
    return metrics ?? undefined;
  }

  /** Asks the process to finish its work and end, and kills it if it takes too long. */
  async drain(withinMs: number, isReplaced = false): Promise<void> {
    if (this.#state === 'ended') return;
    this.#state = 'draining';
    const late = new AbortController();
    this.#send({ type: 'drain', isReplaced });
    const kill = this.#options.clock.sleep(withinMs, late.signal).then(
      () => this.#child.kill('SIGKILL'),
      () => {},
    );
    await this.exited;
    late.abort();
    await kill;
  }

  #receive(message: FromProcess<Channel>): void {
    switch (message.type) {
      case 'hello':
        if (this.#state === 'starting') this.#start();
        break;
      case 'serving':
        if (this.#state === 'started') this.#state = 'serving';
        this.#served.resolve(true);
        break;
      case 'updated':
        this.#unconfirmed -= 1;
        this.#sendUpdates();
        break;
      case 'disk-full':
        this.#options.reportDiskFull?.(new PalisadeError(DISK_FULL, message.problem));
        break;
      case 'report':
        this.#options.onReport(message.report);
        break;
      case 'measured':
        this.#measurements.get(message.requestId)?.(message.metrics);
        break;
    }
  }

  #start(): void {
    const { identity } = this.#options;
    this.#send({ type: 'start', identity, start: this.#options.start() });
    this.#state = 'started';
    this.updateSeries(this.#options.firstUpdates?.() ?? []);
  }

  #sendUpdates(): void {
    while (this.#unconfirmed < MOST_UNCONFIRMED) {
      const update = this.#nextUpdate();
      if (update === undefined) return;
      this.#unconfirmed += 1;
      this.#send({ type: 'update', update });
    }
  }

  #nextUpdate(): Channel['update'] | undefined {
    for (let series = this.#unsent[0]; series; series = this.#unsent[0]) {
      const { done, value } = series.next();
      if (!done) return value;
      this.#unsent.shift();
    }
    return undefined;
  }

  #send(message: ToProcess<Channel>): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #end(exit: ProcessExit): void {
    this.#state = 'ended';
    this.#served.resolve(false);
    this.#exited.resolve(exit);
  }
}
