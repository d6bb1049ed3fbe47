/** Texts that are written at a time. */
const BLOCK = 64;

/**
 * The records of some lines, one after the other, as UTF-8. They live until their batch is sent, so there is no object for each: the
 * garbage collector would have to look at all of them several times.
 */
export class Records {
  readonly bytes: Buffer;
  readonly #ends: Uint32Array;

  constructor(texts: readonly string[]) {
    this.#ends = new Uint32Array(texts.length);
    const blocks: string[] = [];
    let end = 0;
    for (let from = 0; from < texts.length; from += BLOCK) {
      const some = texts.length > BLOCK ? texts.slice(from, from + BLOCK) : texts;
      const block = some.join('');
      // One text is written much faster than many. But then only the lengths of ASCII texts say where each of them ends.
      const isAscii = Buffer.byteLength(block) === block.length;
      for (let at = 0; at < some.length; at++) {
        const text = some[at] as string;
        end += isAscii ? text.length : Buffer.byteLength(text);
        this.#ends[from + at] = end;
      }
      if (isAscii) blocks.push(block);
      else blocks.push(...some);
    }
    this.bytes = bytesOf(blocks, end);
  }

  get length(): number {
    return this.#ends.length;
  }

  start(at: number): number {
    return at === 0 ? 0 : (this.#ends[at - 1] as number);
  }

  end(at: number): number {
    return this.#ends[at] as number;
  }

  /** In bytes. */
  size(at: number): number {
    return this.end(at) - this.start(at);
  }

  text(at: number): string {
    return this.bytes.toString('utf8', this.start(at), this.end(at));
  }
}

const known = new WeakMap<readonly string[], Records>();

/** Jobs that got the same list share the bytes. */
export function recordsOf(texts: readonly string[]): Records {
  return known.getOrInsertComputed(texts, () => new Records(texts));
}

function bytesOf(texts: readonly string[], size: number): Buffer {
  // Not from the pool of Node: few records would keep a whole slab of it in memory.
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}
