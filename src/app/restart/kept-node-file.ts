import type { Clock } from '../../kernel/clock.ts';
import type { DiskFullReport } from '../../kernel/disk-full.ts';
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
 * The file of this node. Only commands need it, so a node that cannot write it serves all the same and writes it
 * later.
 */
export class KeptNodeFile {
  readonly #options: KeptNodeFileOptions;
  #retries = new AbortController();
  #isOurs = false;

  constructor(options: KeptNodeFileOptions) {
    this.#options = options;
  }

  write(file: NodeFile): void {
    this.leave();
    this.#isOurs = true;
    const error = this.#failureOf(file);
    if (error === undefined) return;
    const { log, reportDiskFull } = this.#options;
    if (!reportDiskFull(error)) {
      log.warn(
        { err: error },
        'node.json could not be written: `palisade restart` and `palisade doctor` do not find this node until it is',
      );
    }
    void this.#retry(file, this.#retries.signal);
  }

  /** The file may be that of another process from here on. */
  leave(): void {
    this.#retries.abort();
    this.#retries = new AbortController();
  }

  /** Removes the file, unless this process never had one. */
  remove(): void {
    this.leave();
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
