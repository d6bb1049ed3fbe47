import type { Getter, Value } from '../../../expression/expression.ts';
import type { LiveRequest } from '../live-request.ts';
import type { Gate } from './gate.ts';

/** A hash depends on this many characters: each one moves it by four of its twelve bits. */
const GRAM = 3;
const SHIFT = 4;
const MASK = 0xfff;

interface Part {
  readonly text: string;
  readonly rules: number[];
}

interface Bucket {
  readonly parts: Part[];
  /** The last value that was searched for them: a value can have the hash at each position. */
  searched: number;
}

/**
 * Finds the rules that require a part of a value, in one pass over the value. Each part is listed under the hash of its
 * rarest three characters, and a value is searched for a part only if it has the hash.
 */
export class PartGate implements Gate {
  readonly read: Getter<LiveRequest>;
  readonly rules: readonly number[];
  readonly #byHash = new Map<number, Bucket>();
  /** One bit per hash. */
  readonly #hasHash = new Int32Array((MASK + 1) / 32);
  /** Parts that are too short for a hash. */
  readonly #short: readonly Part[];
  #searches = 0;

  constructor(read: Getter<LiveRequest>, rules: readonly number[], texts: readonly string[]) {
    this.read = read;
    this.rules = rules;
    const byText = new Map<string, Part>();
    for (const [n, text] of texts.entries()) {
      byText.getOrInsert(text, { text, rules: [] }).rules.push(rules[n] as number);
    }
    const parts = [...byText.values()];
    this.#short = parts.filter(({ text }) => text.length < GRAM);
    const uses = usesOf(parts);
    for (const part of parts) {
      const hashes = hashesOf(part.text);
      if (hashes.length === 0) continue;
      const rarest = hashes.reduce((best, hash) =>
        (uses.get(hash) ?? 0) < (uses.get(best) ?? 0) ? hash : best,
      );
      this.#byHash.getOrInsert(rarest, { parts: [], searched: 0 }).parts.push(part);
      this.#hasHash[rarest >> 5] = (this.#hasHash[rarest >> 5] as number) | (1 << (rarest & 31));
    }
  }

  open(value: Value, opened: number[], mark: number): boolean {
    const text = value as string;
    let isAny = openParts(this.#short, text, opened, mark);
    this.#searches += 1;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = ((hash << SHIFT) ^ text.charCodeAt(at)) & MASK;
      if (((this.#hasHash[hash >> 5] as number) & (1 << (hash & 31))) === 0) continue;
      const bucket = this.#byHash.get(hash) as Bucket;
      if (bucket.searched === this.#searches) continue;
      bucket.searched = this.#searches;
      if (openParts(bucket.parts, text, opened, mark)) isAny = true;
    }
    return isAny;
  }
}

function openParts(parts: readonly Part[], text: string, opened: number[], mark: number): boolean {
  let isAny = false;
  for (const part of parts) {
    if (!text.includes(part.text)) continue;
    for (const rule of part.rules) opened[rule] = mark;
    isAny = true;
  }
  return isAny;
}

/** The hash of each three characters of a text. */
function hashesOf(text: string): number[] {
  const hashes: number[] = [];
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = ((hash << SHIFT) ^ text.charCodeAt(at)) & MASK;
    if (at >= GRAM - 1) hashes.push(hash);
  }
  return hashes;
}

function usesOf(parts: readonly Part[]): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  for (const { text } of parts) {
    for (const hash of hashesOf(text)) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  }
  return uses;
}
