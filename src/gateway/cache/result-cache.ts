import type { Clock } from '../../kernel/clock.ts';
import type { JsonText, RpcResult } from '../rpc/rpc-call.ts';

/** How long a result is kept. */
export interface Retention {
  /** In ticks of the clock; `Infinity` if the result never changes. */
  readonly until: number;
  /** The result is invalidated if this block is reorganised; undefined if it is final. */
  readonly block: number | undefined;
}

interface Entry extends Retention {
  readonly result: RpcResult;
  readonly size: number;
}

/** Estimated overhead of an entry in addition to its key and result. */
const ENTRY_BYTES = 200;
/** Results longer than this are stored as bytes, ready to be sent. */
const LONG_TEXT = 4 * 1024;

/** A result stored as bytes; the text is created when it is read. */
class LongResult implements RpcResult {
  readonly bytes: Buffer;

  constructor(result: JsonText) {
    this.bytes = Buffer.from(result);
  }

  get result(): JsonText {
    return this.bytes.toString();
  }
}

/** A least-recently-used cache of results, bounded in bytes. */
export class ResultCache {
  readonly #maxBytes: number;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  /** Keys of results that depend on a block which is not final. */
  readonly #byBlock = new Map<number, Set<string>>();
  #bytes = 0;
  /** Reused across evictions: a new iterator would step over all deleted entries until the map is compacted. */
  #oldest = this.#entries.entries();

  constructor(maxBytes: number, clock: Clock) {
    this.#maxBytes = maxBytes;
    this.#clock = clock;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): RpcResult | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until <= this.#clock.tick()) {
      this.#delete(key, entry);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.result;
  }

  set(key: string, result: JsonText, { until, block }: Retention): void {
    const before = this.#entries.get(key);
    if (before) this.#delete(key, before);
    const kept: RpcResult = result.length > LONG_TEXT ? new LongResult(result) : { result };
    const size = key.length + (kept.bytes?.length ?? result.length) + ENTRY_BYTES;
    if (size > this.#maxBytes / 10) return;
    this.#entries.set(key, { result: kept, size, until, block });
    this.#bytes += size;
    if (block !== undefined) {
      const keys = this.#byBlock.get(block) ?? new Set();
      this.#byBlock.set(block, keys.add(key));
    }
    while (this.#bytes > this.#maxBytes) this.#deleteOldest();
  }

  /** Invalidates results that depend on this block or a later one. */
  dropFrom(block: number): void {
    for (const [number, keys] of this.#byBlock) {
      if (number < block) continue;
      for (const key of keys) {
        const entry = this.#entries.get(key);
        if (entry) this.#delete(key, entry);
      }
      this.#byBlock.delete(number);
    }
  }

  /** Invalidates all results, including those of final blocks. */
  clear(): void {
    this.#entries.clear();
    this.#byBlock.clear();
    this.#bytes = 0;
  }

  #deleteOldest(): void {
    let { value } = this.#oldest.next();
    if (!value) {
      this.#oldest = this.#entries.entries();
      ({ value } = this.#oldest.next());
    }
    if (value) this.#delete(...value);
  }

  #delete(key: string, { size, block }: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= size;
    if (block === undefined) return;
    const keys = this.#byBlock.get(block);
    keys?.delete(key);
    if (keys?.size === 0) this.#byBlock.delete(block);
  }
}
