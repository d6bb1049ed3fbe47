import { Buffer } from 'node:buffer';

/** Whose a slot is, and what became of its body. Each side only changes the states that are its own. */
export const slotState = {
  /** The writer may fill it. */
  free: 0,
  /** The reader is to look through its body. */
  full: 1,
  /** Looked through, and nothing to tell. */
  quiet: 2,
  /** Looked through, and a message follows. */
  told: 3,
} as const;

/** Numbers of a slot: its state, and where its body is. */
const STATE = 0;
const OFFSET = 1;
const TYPE_LENGTH = 2;
const LENGTH = 3;
const NUMBERS = 4;

export interface SlotPlace {
  readonly offset: number;
  /** The type is in front of the body. */
  readonly typeLength: number;
  readonly length: number;
}

/**
 * Memory that two threads see: slots that are used in turn, and bytes for their bodies. A message to a
 * thread costs the one who sends it a tenth of a millisecond, and visitors wait for that; writing here
 * costs a microsecond.
 */
export class ScanMemory {
  readonly shared: SharedArrayBuffer;
  readonly slots: number;
  readonly bytes: Buffer;
  readonly #numbers: Int32Array;

  private constructor(shared: SharedArrayBuffer, slots: number) {
    const numbers = slots * NUMBERS;
    this.shared = shared;
    this.slots = slots;
    this.#numbers = new Int32Array(shared, 0, numbers);
    this.bytes = Buffer.from(shared, numbers * Int32Array.BYTES_PER_ELEMENT);
  }

  /** The system gives it page by page when it is written: what is never used costs nothing. */
  static allocate(slots: number, bytes: number): ScanMemory {
    const size = slots * NUMBERS * Int32Array.BYTES_PER_ELEMENT + bytes;
    return new ScanMemory(new SharedArrayBuffer(size), slots);
  }

  static open(shared: SharedArrayBuffer, slots: number): ScanMemory {
    return new ScanMemory(shared, slots);
  }

  next(slot: number): number {
    return slot + 1 === this.slots ? 0 : slot + 1;
  }

  place(slot: number): SlotPlace {
    const at = slot * NUMBERS;
    return {
      offset: this.#numbers[at + OFFSET] ?? 0,
      typeLength: this.#numbers[at + TYPE_LENGTH] ?? 0,
      length: this.#numbers[at + LENGTH] ?? 0,
    };
  }

  setPlace(slot: number, offset: number, typeLength: number, length: number): void {
    const at = slot * NUMBERS;
    this.#numbers[at + OFFSET] = offset;
    this.#numbers[at + TYPE_LENGTH] = typeLength;
    this.#numbers[at + LENGTH] = length;
  }

  state(slot: number): number {
    return Atomics.load(this.#numbers, slot * NUMBERS + STATE);
  }

  /** What was written before it is seen by who reads the new state. */
  setState(slot: number, state: number): void {
    Atomics.store(this.#numbers, slot * NUMBERS + STATE, state);
    if (state === slotState.full) Atomics.notify(this.#numbers, slot * NUMBERS + STATE);
  }

  /** Blocks the thread while a slot is free. False when it still is after that time. */
  waitWhileFree(slot: number, ms: number): boolean {
    return Atomics.wait(this.#numbers, slot * NUMBERS + STATE, slotState.free, ms) !== 'timed-out';
  }
}
