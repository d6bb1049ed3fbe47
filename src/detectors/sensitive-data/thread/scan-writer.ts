import type { BodyType, ScanJob } from './scan-job.ts';
import { type ScanMemory, slotState } from './scan-memory.ts';

/** Separates header values, which contain no line breaks. */
export const typeText = ({ contentType, encoding = '' }: BodyType): string =>
  `${contentType}\n${encoding}`;

/** The producer side. Each body has a tag that is kept here until the body was scanned. */
export class ScanWriter<Tag> {
  readonly #memory: ScanMemory;
  readonly #tags: (Tag | undefined)[];
  /** Slot of the body that has waited longest, and the number of waiting bodies. */
  #first = 0;
  #count = 0;
  /** Offset of the next body. */
  #end = 0;

  constructor(memory: ScanMemory) {
    this.#memory = memory;
    this.#tags = Array.from({ length: memory.slots });
  }

  /** Number of bodies that have not been scanned yet. */
  get count(): number {
    return this.#count;
  }

  get first(): number {
    return this.#first;
  }

  /** Returns false if there is no space. */
  put(job: ScanJob, tag: Tag): boolean {
    const { slots, bytes } = this.#memory;
    const type = typeText(job);
    const length = type.length + job.length;
    const offset = this.#count < slots ? this.#spaceFor(length) : undefined;
    if (offset === undefined) return false;
    bytes.write(type, offset, 'latin1');
    let at = offset + type.length;
    // `copy` writes into shared memory in bulk; other ways copy word by word.
    for (const chunk of job.chunks) at += chunk.copy(bytes, at);
    const slot = (this.#first + this.#count) % slots;
    this.#memory.setPosition(slot, offset, type.length, length);
    this.#tags[slot] = tag;
    this.#count += 1;
    this.#end = at;
    this.#memory.setState(slot, slotState.full);
    return true;
  }

  /** Removes scanned bodies in order. */
  settle(each: (tag: Tag, hasFindings: boolean) => void): void {
    while (this.#count > 0) {
      const state = this.#memory.state(this.#first);
      if (state === slotState.full) return;
      each(this.#takeFirst(), state === slotState.found);
    }
  }

  /** Removes the first body, scanned or not. No thread may be reading. */
  drop(): void {
    if (this.#count > 0) this.#takeFirst();
  }

  #takeFirst(): Tag {
    const slot = this.#first;
    const tag = this.#tags[slot] as Tag;
    this.#tags[slot] = undefined;
    this.#first = this.#memory.next(slot);
    this.#count -= 1;
    this.#memory.setState(slot, slotState.free);
    return tag;
  }

  /**
   * Bodies form a ring buffer. If none is waiting, it starts at the beginning again, so that the same few pages of
   * memory are used under little load.
   */
  #spaceFor(length: number): number | undefined {
    const size = this.#memory.bytes.length;
    if (this.#count === 0) return length <= size ? 0 : undefined;
    const start = this.#memory.positionOf(this.#first).offset;
    if (this.#end <= start) return length <= start - this.#end ? this.#end : undefined;
    if (length <= size - this.#end) return this.#end;
    return length <= start ? 0 : undefined;
  }
}
