import type { ScanBody } from './scan-job.ts';
import { type ScanMemory, slotState } from './scan-memory.ts';

/** The side that takes bodies out, in the thread that looks through them. */
export class ScanReader {
  readonly #memory: ScanMemory;
  #slot: number;

  constructor(memory: ScanMemory, first: number) {
    this.#memory = memory;
    this.#slot = first;
  }

  /** The next body, which stays where it is until it is `done`; undefined when there is none. */
  peek(): ScanBody | undefined {
    if (this.#memory.state(this.#slot) !== slotState.full) return undefined;
    const { offset, typeLength, length } = this.#memory.place(this.#slot);
    const start = offset + typeLength;
    const type = this.#memory.bytes.toString('latin1', offset, start);
    const [contentType = '', encoding] = type.split('\n', 2);
    // Decoders do not take memory that another thread could change.
    const bytes = Uint8Array.prototype.slice.call(this.#memory.bytes, start, offset + length);
    return { contentType, encoding: encoding || undefined, bytes };
  }

  done(isTold: boolean): void {
    this.#memory.setState(this.#slot, isTold ? slotState.told : slotState.quiet);
    this.#slot = this.#memory.next(this.#slot);
  }

  /** Blocks this thread until there is a body. False when none came in time. */
  wait(ms: number): boolean {
    return this.#memory.waitWhileFree(this.#slot, ms);
  }
}
