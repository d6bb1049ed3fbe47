import { Records } from './records.ts';

/** Records that need less than this share of the bytes that they keep in memory get bytes of their own. */
const LEAST_USE = 0.5;
const NOT_WRITTEN = 0xffff;
const NO_LINES = new Uint32Array();

/** Records of a batch by line. A line is written when it is first asked for. Lines are always asked for in order. */
export class WrittenLines {
  readonly #write: (lines: Uint32Array) => Records;
  /** Records that somebody has asked for: several jobs often ship the same lines. */
  readonly #known: Selection[] = [];
  readonly #blocks: Buffer[] = [];
  #bytes = 0;
  /** For each line the number of its block, and where it is in there. */
  readonly #blockOf: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(count: number, write: (lines: Uint32Array) => Records) {
    this.#write = write;
    this.#blockOf = new Uint16Array(count).fill(NOT_WRITTEN);
    this.#starts = new Uint32Array(count);
    this.#ends = new Uint32Array(count);
  }

  records(lines: Uint32Array): Records {
    const known = this.#known.find((each) => isSame(each.lines, lines));
    if (known) return known.records;
    const missing = this.#missing(lines);
    const added = missing.length > 0 ? this.#add(missing) : undefined;
    const records = missing.length === lines.length && added ? added : this.#select(lines);
    this.#known.push({ lines, records });
    return records;
  }

  #missing(lines: Uint32Array): Uint32Array {
    let count = 0;
    for (let at = 0; at < lines.length; at++) {
      if (this.#blockOf[lines[at] as number] === NOT_WRITTEN) count++;
    }
    if (count === 0) return NO_LINES;
    if (count === lines.length) return lines;
    const missing = new Uint32Array(count);
    for (let at = 0, next = 0; next < count; at++) {
      const line = lines[at] as number;
      if (this.#blockOf[line] === NOT_WRITTEN) missing[next++] = line;
    }
    return missing;
  }

  #add(lines: Uint32Array): Records {
    const records = this.#write(lines);
    const bytes = records.block(0);
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as number;
      this.#blockOf[line] = this.#blocks.length;
      this.#starts[line] = records.start(at);
      this.#ends[line] = records.end(at);
    }
    this.#blocks.push(bytes);
    this.#bytes += bytes.length;
    return records;
  }

  #select(lines: Uint32Array): Records {
    let size = 0;
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as number;
      size += (this.#ends[line] as number) - (this.#starts[line] as number);
    }
    return size < this.#bytes * LEAST_USE ? this.#copy(lines, size) : this.#refer(lines);
  }

  #copy(lines: Uint32Array, size: number): Records {
    const bytes = Buffer.allocUnsafe(size);
    const ends = new Uint32Array(lines.length);
    let end = 0;
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as number;
      const block = this.#blocks[this.#blockOf[line] as number] as Buffer;
      end += block.copy(bytes, end, this.#starts[line], this.#ends[line]);
      ends[at] = end;
    }
    return new Records([bytes], ends);
  }

  #refer(lines: Uint32Array): Records {
    const ends = new Uint32Array(lines.length);
    const starts = new Uint32Array(lines.length);
    const blockOf = new Uint16Array(lines.length);
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as number;
      ends[at] = this.#ends[line] as number;
      starts[at] = this.#starts[line] as number;
      blockOf[at] = this.#blockOf[line] as number;
    }
    return new Records([...this.#blocks], ends, { starts, blockOf });
  }
}

interface Selection {
  readonly lines: Uint32Array;
  readonly records: Records;
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
