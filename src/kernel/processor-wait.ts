import { readdirSync, readFileSync } from 'node:fs';

/** What the system counts of a thread. */
interface Counted {
  /** For how long it has run and waited, in milliseconds, and how often it began to run. */
  readonly ran: number;
  readonly waited: number;
  readonly turns: number;
  /** Whether it runs or waits for a processor at the moment. */
  readonly isReady: boolean;
}

type Threads = ReadonlyMap<string, Counted>;

/** Sees from outside whether a process gets the processor when it needs it. Only Linux says it. */
export class ProcessorWait {
  readonly #folder: string;
  #before: Threads;
  #at: number;

  /** `at`: the time in milliseconds, on any clock. */
  constructor(pid: number, at: number) {
    this.#folder = `/proc/${pid}/task`;
    this.#before = this.#read();
    this.#at = at;
  }

  /** False where the system does not say it, or there is no such process. */
  get isKnown(): boolean {
    return this.#before.size > 0;
  }

  /** The share of the time since the last call in which the process was ready to run while others had the processor: 0 to 1. */
  share(at: number): number {
    const [now, before, passed] = [this.#read(), this.#before, at - this.#at];
    this.#before = now;
    this.#at = at;
    let ran = 0;
    let waited = 0;
    for (const [id, thread] of now) {
      const earlier = before.get(id);
      if (!earlier) continue;
      ran += thread.ran - earlier.ran;
      waited = Math.max(waited, waitBetween(earlier, thread, passed));
    }
    // Threads that wait for each other are not kept from running by others.
    return Math.max(0, Math.min(waited, passed - ran) / passed);
  }

  #read(): Threads {
    const threads = new Map<string, Counted>();
    for (const id of this.#ids()) {
      const thread = this.#counted(id);
      if (thread) threads.set(id, thread);
    }
    return threads;
  }

  #ids(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #counted(id: string): Counted | undefined {
    try {
      const [ran, waited, turns] = this.#text(id, 'schedstat').split(' ').map(Number);
      // A system that does not count shows zeros.
      if (!ran || waited === undefined || !turns) return undefined;
      // The name of the program comes first and may contain anything.
      const state = this.#text(id, 'stat').split(') ').at(-1)?.[0];
      return { ran: ran / 1e6, waited: waited / 1e6, turns, isReady: state === 'R' };
    } catch {
      return undefined;
    }
  }

  #text(id: string, file: string): string {
    return readFileSync(`${this.#folder}/${id}/${file}`, 'utf8');
  }
}

function waitBetween(before: Counted, now: Counted, passed: number): number {
  // The system adds a wait when it is over.
  const isUnchanged = now.turns === before.turns && now.ran === before.ran;
  if (isUnchanged && now.isReady && before.isReady) return passed;
  return Math.min(passed, now.waited - before.waited);
}
