import type { SpoolBatch, SpoolPosition, SpoolReader } from '../../bus/spool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import { accessLines, type LineFormat } from './access-line.ts';
import type { AccessLogTelemetry } from './access-log-telemetry.ts';
import type { LogOutput } from './log-output.ts';
import type { PositionFile } from './position-file.ts';

/** Limits of one read, and the poll interval. */
const READ = { batches: 64, bytes: 4 * 1024 * 1024 };
const POLL_MS = 200;
/** Pause after a failed write, for example on a full disk. The lines stay in the spool. */
const RETRY_MS = 1_000;
/** How often the position is stored. After a crash, the lines since then are written again. */
const STORE_MS = 1_000;

export interface AccessLogOptions {
  readonly spool: SpoolReader;
  readonly output: LogOutput;
  readonly format: LineFormat;
  readonly position: PositionFile;
  /** The start of the log if there is no stored position. Milliseconds since the epoch. */
  readonly since: number;
  readonly clock: Clock;
  readonly telemetry: AccessLogTelemetry;
}

/** Writes the request log of the node as an access log, in the order of publishing. */
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

  /** To be called after log rotation. The next lines go to a new file. */
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
    // Writes the remaining lines before the process exits.
    await this.#step();
    this.#store();
    await this.#options.output.close().catch(() => {});
  }

  /** Writes some lines; returns the pause before the next step. */
  async #step(): Promise<number> {
    const { spool, output, telemetry } = this.#options;
    try {
      const batches = spool.read(this.#position, READ);
      if (batches.length === 0) {
        this.#store();
        return POLL_MS;
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
      // A damaged batch counts like one with an unknown format.
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
