import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScheduledJob } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type DiskFullReport, isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { Logger } from '../../telemetry/telemetry.ts';

const CHECK_MS = 2_000;
/** The disk has space again if no write has failed for this long and a trial file can be written. */
const QUIET_MS = 3_000;
const TRIAL_BYTES = 256 * 1024;

export interface DiskSpaceOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Whether the disk is full, according to the failed writes of this node. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #failedAt: number | undefined;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#failedAt !== undefined;
  }

  /** Checks by a trial write whether there is space again. */
  get job(): ScheduledJob {
    return {
      name: 'disk-space',
      everyMs: CHECK_MS,
      runsOn: 'node',
      timeoutMs: CHECK_MS,
      run: async () => this.#check(),
    };
  }

  readonly report: DiskFullReport = (error) => {
    if (!isDiskFull(error)) return false;
    const { dataDir, log, clock } = this.#options;
    if (!this.isFull) {
      const problem = describeError(error);
      log.error(
        { dataDir, problem },
        'the disk is full: changes are refused and request logs are lost until space is freed; the edge keeps serving',
      );
    }
    this.#failedAt = clock.tick();
    return true;
  };

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
}
