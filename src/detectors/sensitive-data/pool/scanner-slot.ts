import { Worker } from 'node:worker_threads';
import { type AnsweredBatch, packJobs, type ScanAnswers, type ScanJob } from './scan-job.ts';

export interface ScannerSlotOptions {
  readonly thread: URL;
  readonly timeoutMs: number;
  readonly idleMs: number;
}

/** A body of 1 MB, its text and its findings need much less. */
const HEAP_MEBIBYTES = 128;
/** Of that for new objects; threads of the edge would else take as much as the traffic has. */
const YOUNG_MEBIBYTES = 16;

const LARGEST_SPARE = 1024 ** 2;

/** Place for one thread. It is started when there is work, and again after it died. */
export class ScannerSlot {
  readonly #options: ScannerSlotOptions;
  #worker: Worker | undefined;
  #isBusy = false;
  #spare: Uint8Array<ArrayBuffer> | undefined;
  #idle: NodeJS.Timeout | undefined;
  died = 0;

  constructor(options: ScannerSlotOptions) {
    this.#options = options;
  }

  get isFree(): boolean {
    return !this.#isBusy;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** One batch at a time. Rejects when the thread ended without an answer. */
  async run(jobs: readonly ScanJob[]): Promise<ScanAnswers> {
    this.#isBusy = true;
    clearTimeout(this.#idle);
    try {
      const worker = this.#worker ?? this.#start();
      worker.ref();
      return await this.#ask(worker, jobs);
    } finally {
      this.#isBusy = false;
      this.#worker?.unref();
      this.#idle = setTimeout(() => this.close(), this.#options.idleMs).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#options.thread, {
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MEBIBYTES,
        maxYoungGenerationSizeMb: YOUNG_MEBIBYTES,
      },
    });
    // Without a listener an error of the thread would end the process; `#ask` hears it too.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }

  #ask(worker: Worker, jobs: readonly ScanJob[]): Promise<ScanAnswers> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => worker.terminate(), this.#options.timeoutMs);
      const end = (): void => {
        clearTimeout(timer);
        worker.off('message', answered);
        worker.off('exit', ended);
      };
      const answered = ({ answers, bytes }: AnsweredBatch): void => {
        end();
        // A large one is not kept: it would be there for good.
        this.#spare = bytes.length <= LARGEST_SPARE ? bytes : undefined;
        resolve(answers);
      };
      const ended = (): void => {
        end();
        this.died += 1;
        reject(new Error('the scanner thread ended before it had answered'));
      };
      worker.once('message', answered);
      worker.once('exit', ended);
      const batch = packJobs(jobs, this.#spare);
      this.#spare = undefined;
      worker.postMessage(batch, [batch.bytes.buffer]);
    });
  }
}
