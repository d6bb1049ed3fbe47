import type { SpoolBatch, SpoolPosition, SpoolReader } from '../../bus/spool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import { accessLines, type LineFormat } from './access-line.ts';
import type { AccessLogTelemetry } from './access-log-telemetry.ts';
import type { LogOutput } from './log-output.ts';
import type { PositionFile } from './position-file.ts';

/** What is read and written at a time, and how often to look for more. */
const READ = { batches: 64, bytes: 4 * 1024 * 1024 };
const LOOK_MS = 200;
/** How long to wait after a write that failed: a full disk, for example. The lines wait in the spool. */
const RETRY_MS = 1_000;
/** After a crash the lines since the last stored position are written again. */
const STORE_MS = 1_000;

export interface AccessLogOptions {
  readonly spool: SpoolReader;
  readonly output: LogOutput;
  readonly format: LineFormat;
  readonly position: PositionFile;
  /** Where a log begins that has no position yet. Milliseconds since the epoch. */
  readonly since: number;
  readonly clock: Clock;
  readonly telemetry: AccessLogTelemetry;
}

/** Writes the request log of the node as lines for people, in the order in which it was published. */
export class AccessLog {
  readonly #options: AccessLogOptions;
  readonly #stopping = new AbortController();
  #position: SpoolPosition;
  #storedAt = 0;
  #mustReopen = false;
  #running: Promise<void> | undefined;

  constructor(options: AccessLogOptions) {
    this.#options = options;
    this.#position = options.position.read() ?? options.spool.positionAt(options.since);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The file was renamed, as when it is rotated. Takes effect with the next lines. */
  reopen(): void {
    this.#mustReopen = true;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = await this.#step();
      if (pause > 0) await clock.sleep(pause, signal).catch(() => {});
    }
    // What is there now is written before the process ends.
    await this.#step();
    this.#store();
    await this.#options.output.close().catch(() => {});
  }

  /** Writes some lines; the result is how long to wait before the next. */
  async #step(): Promise<number> {
    const { spool, output, telemetry } = this.#options;
    try {
      const batches = spool.read(this.#position, READ);
      if (batches.length === 0) {
        this.#store();
        return LOOK_MS;
      }
      const lines = batches.flatMap((batch) => this.#linesOf(batch));
      if (this.#mustReopen) await output.close();
      this.#mustReopen = false;
      await output.write(lines.join(''));
      telemetry.written(lines.length);
      this.#advance(batches);
      return 0;
    } catch (error) {
      telemetry.failed(describeError(error));
      await output.close().catch(() => {});
      return RETRY_MS;
    }
  }

  #linesOf(batch: SpoolBatch): string[] {
    const { format, telemetry } = this.#options;
    try {
      const lines = accessLines(batch.payload(), format);
      if (lines) return lines;
    } catch {
      // It is damaged, and counted like batches of versions that this one cannot read.
    }
    telemetry.lost(batch.last - batch.first + 1);
    return [];
  }

  #advance(batches: readonly SpoolBatch[]): void {
    const { clock, telemetry } = this.#options;
    const missed = batches.reduce((sum, batch) => sum + batch.missed, 0);
    if (missed > 0) telemetry.lost(missed);
    const read = batches.map(({ stream, last }) => [stream, last] as const);
    this.#position = { ...this.#position, ...Object.fromEntries(read) };
    if (clock.tick() - this.#storedAt >= STORE_MS) this.#store();
  }

  #store(): void {
    const { position, clock, telemetry } = this.#options;
    this.#storedAt = clock.tick();
    try {
      position.write(this.#position);
    } catch (error) {
      telemetry.failed(describeError(error));
    }
  }
}
