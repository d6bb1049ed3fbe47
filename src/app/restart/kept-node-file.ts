import type { Clock } from '../../kernel/clock.ts';
import type { DiskFullReport } from '../../kernel/disk-errors/disk-full.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import { type NodeFile, removeNodeFile, writeNodeFile } from './node-file.ts';

const RETRY_MS = 5_000;

export interface KeptNodeFileOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly reportDiskFull: DiskFullReport;
}

/**
 * Writes `node.json`. Only commands need the file, so a node that cannot write it serves nevertheless and tries again.
 */
export class KeptNodeFile {
  readonly #options: KeptNodeFileOptions;
  #retries = new AbortController();
  #isOurs = false;

  constructor(options: KeptNodeFileOptions) {
    this.#options = options;
  }

  write(file: NodeFile): void {
    this.stopRetries();
    this.#isOurs = true;
    const error = this.#failureOf(file);
    if (error === undefined) return;
    const { log, reportDiskFull } = this.#options;
    if (!reportDiskFull(error)) {
      log.warn(
        { err: error },
        'node.json could not be written: until a retry succeeds, `palisade restart` and `palisade doctor` do not find this node',
      );
    }
    void this.#retry(file, this.#retries.signal);
  }

  /** From here on another process may write the file. */
  stopRetries(): void {
    this.#retries.abort();
    this.#retries = new AbortController();
  }

  /** Removes the file, unless this process never wrote one. */
  remove(): void {
    this.stopRetries();
    if (this.#isOurs) removeNodeFile(this.#options.dataDir);
  }

  async #retry(file: NodeFile, signal: AbortSignal): Promise<void> {
    do await this.#options.clock.sleep(RETRY_MS, signal).catch(() => {});
    while (!signal.aborted && this.#failureOf(file) !== undefined);
  }

  #failureOf(file: NodeFile): unknown {
    try {
      writeNodeFile(this.#options.dataDir, file);
      return undefined;
    } catch (error) {
      return error;
    }
  }
}
