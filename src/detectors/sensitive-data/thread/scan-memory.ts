import { Buffer } from 'node:buffer';

/** The owner of a slot, and the result of its body. Each side changes only the states of its own slots. */
export const slotState = {
  /** Owned by the writer, which may fill it. */
  free: 0,
  /** Owned by the reader, which scans its body. */
  full: 1,
  /** Scanned without findings. */
  clean: 2,
  /** Scanned; a message with the findings follows. */
  found: 3,
} as const;

/** Fields of a slot: its state, and the position of its body. */
const STATE = 0;
const OFFSET = 1;
const TYPE_LENGTH = 2;
const LENGTH = 3;
const NUMBERS = 4;

export interface SlotPosition {
  readonly offset: number;
  /** The content type is stored before the body. */
  readonly typeLength: number;
  readonly length: number;
}

/**
 * Shared memory of two threads: a ring of slots, and bytes for their bodies. Posting a message to a thread takes 0.1 ms
 * of the event loop of visitors; writing to shared memory takes a microsecond.
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

  /** The operating system allocates it page by page on the first write; unused pages cost nothing. */
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

  positionOf(slot: number): SlotPosition {
    const at = slot * NUMBERS;
    return {
      offset: this.#numbers[at + OFFSET] ?? 0,
      typeLength: this.#numbers[at + TYPE_LENGTH] ?? 0,
      length: this.#numbers[at + LENGTH] ?? 0,
    };
  }

  setPosition(slot: number, offset: number, typeLength: number, length: number): void {
    const at = slot * NUMBERS;
    this.#numbers[at + OFFSET] = offset;
    this.#numbers[at + TYPE_LENGTH] = typeLength;
    this.#numbers[at + LENGTH] = length;
  }

  state(slot: number): number {
    return Atomics.load(this.#numbers, slot * NUMBERS + STATE);
  }

  /** Earlier writes are visible to a thread that reads the new state. */
  setState(slot: number, state: number): void {
    Atomics.store(this.#numbers, slot * NUMBERS + STATE, state);
    if (state === slotState.full) Atomics.notify(this.#numbers, slot * NUMBERS + STATE);
  }

  /** Blocks the thread while a slot is free. Returns false on a timeout. */
  waitWhileFree(slot: number, ms: number): boolean {
    return Atomics.wait(this.#numbers, slot * NUMBERS + STATE, slotState.free, ms) !== 'timed-out';
  }
}
