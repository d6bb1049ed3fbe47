/** Texts that are encoded at a time. */
const BLOCK = 64;

/** Records concatenated as UTF-8. They live until their batch is sent; one object per record would burden the garbage collector. */
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
      // Encoding one joined text is much faster than many. The end of each record is then known only for ASCII, where length equals bytes.
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

/** Jobs with the same list of texts share the bytes. */
export function recordsOf(texts: readonly string[]): Records {
  return known.getOrInsertComputed(texts, () => new Records(texts));
}

function bytesOf(texts: readonly string[], size: number): Buffer {
  // Not from Node's buffer pool: a few records would keep a whole slab in memory.
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}
