import type { ScanBody } from './scan-job.ts';
import { type ScanMemory, slotState } from './scan-memory.ts';

/** The consumer side, in the scanner thread. */
export class ScanReader {
  readonly #memory: ScanMemory;
  #slot: number;

  constructor(memory: ScanMemory, first: number) {
    this.#memory = memory;
    this.#slot = first;
  }

  /** The next body, which stays in its slot until it is `done`; undefined if there is none. */
  peek(): ScanBody | undefined {
    if (this.#memory.state(this.#slot) !== slotState.full) return undefined;
    const { offset, typeLength, length } = this.#memory.positionOf(this.#slot);
    const start = offset + typeLength;
    const type = this.#memory.bytes.toString('latin1', offset, start);
    const [contentType = '', encoding] = type.split('\n', 2);
    // Decoders refuse shared memory, so the bytes are copied.
    const bytes = Uint8Array.prototype.slice.call(this.#memory.bytes, start, offset + length);
    return { contentType, encoding: encoding || undefined, bytes };
  }

  done(hasFindings: boolean): void {
    this.#memory.setState(this.#slot, hasFindings ? slotState.found : slotState.clean);
    this.#slot = this.#memory.next(this.#slot);
  }

  /** Blocks this thread until there is a body. Returns false if none arrives in time. */
  wait(ms: number): boolean {
    return this.#memory.waitWhileFree(this.#slot, ms);
  }
}
