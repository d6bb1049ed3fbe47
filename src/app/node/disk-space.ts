import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScheduledJob } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/disk-full.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { Logger } from '../../telemetry/telemetry.ts';

const CHECK_MS = 2_000;
/** The disk has space again if nothing has failed for this long and this many bytes can be written. */
const QUIET_MS = 3_000;
const TRIAL_BYTES = 256 * 1024;

export interface DiskSpaceOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/**
 * Whether the disk is full, as far as this process has noticed. A full disk makes everything fail that writes, so it
 * is logged here, once, and not by each part: the parts get `log`.
 */
export class DiskSpace {
  readonly log: Logger;
  readonly #options: DiskSpaceOptions;
  #failedAt: number | undefined;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
    this.log = this.#withoutFullDisk(options.log);
  }

  get isFull(): boolean {
    return this.#failedAt !== undefined;
  }

  /** Finds out when there is space again. */
  get job(): ScheduledJob {
    return {
      name: 'disk-space',
      everyMs: CHECK_MS,
      runsOn: 'node',
      timeoutMs: CHECK_MS,
      run: async () => this.#check(),
    };
  }

  #noticed(error: unknown): void {
    const { dataDir, log, clock } = this.#options;
    if (!this.isFull) {
      const problem = describeError(error);
      log.error(
        { dataDir, problem },
        'the disk is full: changes are refused and request logs are lost until space is freed; the edge serves on',
      );
    }
    this.#failedAt = clock.tick();
  }

  #check(): void {
    const { dataDir, log, clock } = this.#options;
    if (this.#failedAt === undefined || clock.tick() - this.#failedAt < QUIET_MS) return;
    const trial = join(dataDir, 'disk-space-trial');
    try {
      writeFileSync(trial, Buffer.alloc(TRIAL_BYTES), { mode: 0o600 });
    } catch {
      return;
    } finally {
      rmSync(trial, { force: true });
    }
    this.#failedAt = undefined;
    log.info({ dataDir }, 'the disk has space again');
  }

  #withoutFullDisk(log: Logger): Logger {
    const unlessFull = (level: 'error' | 'warn' | 'info' | 'debug') => {
      return (fields: object, message: string) => {
        const { err } = fields as { err?: unknown };
        if (isDiskFull(err)) this.#noticed(err);
        else log[level](fields, message);
      };
    };
    return {
      error: unlessFull('error'),
      warn: unlessFull('warn'),
      info: unlessFull('info'),
      debug: unlessFull('debug'),
      child: (fields) => this.#withoutFullDisk(log.child(fields)),
    };
  }
}
