import { readFileSync } from 'node:fs';

/** What the system counts of a thread. */
interface Counted {
  /** For how long it has run and waited, in nanoseconds, and how often it began to run. */
  readonly ran: number;
  readonly waited: number;
  readonly turns: number;
  /** Whether it runs or waits for a processor at the moment. */
  readonly isReady: boolean;
}

/** Sees from outside whether a process gets the processor when it needs it, by its main thread. Only Linux says it. */
export class ProcessorWait {
  readonly #folder: string;
  #before: Counted | undefined;
  #at: number;

  /** `at`: the time in milliseconds, on any clock. */
  constructor(pid: number, at: number) {
    this.#folder = `/proc/${pid}`;
    this.#before = this.#read();
    this.#at = at;
  }

  /** False where the system does not say it, or there is no such process. */
  get isKnown(): boolean {
    return this.#before !== undefined;
  }

  /** The share of the time since the last call in which the process was ready to run while others had the processor: 0 to 1. */
  share(at: number): number {
    const [now, before, passedMs] = [this.#read(), this.#before, at - this.#at];
    this.#before = now;
    this.#at = at;
    if (!now || !before) return 0;
    // The system adds a wait when it is over.
    const isWaiting = now.turns === before.turns && now.ran === before.ran;
    if (isWaiting && now.isReady && before.isReady) return 1;
    return Math.min(1, (now.waited - before.waited) / 1e6 / passedMs);
  }

  #read(): Counted | undefined {
    try {
      const [ran, waited, turns] = this.#text('schedstat').split(' ').map(Number);
      // The name of the program comes first and may contain anything.
      const state = this.#text('stat').split(') ').at(-1)?.[0];
      if (ran === undefined || waited === undefined || turns === undefined) return undefined;
      return { ran, waited, turns, isReady: state === 'R' };
    } catch {
      return undefined;
    }
  }

  #text(file: string): string {
    return readFileSync(`${this.#folder}/${file}`, 'utf8');
  }
}
