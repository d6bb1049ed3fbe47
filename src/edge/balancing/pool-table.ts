import type { PoolSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import { type SharedStage, type SharedTable, stageOf } from '../shared-table.ts';
import { type OriginMaker, PoolRuntime } from './pool-runtime.ts';

/** The pools of all accounts. */
export class PoolTable implements SharedTable<PoolSnapshot> {
  readonly byId = new Map<string, PoolRuntime>();
  readonly problems = new Map<string, string>();
  readonly #makeOrigin: OriginMaker;

  constructor(makeOrigin: OriginMaker) {
    this.#makeOrigin = makeOrigin;
  }

  get ids(): Iterable<string> {
    return new Set([...this.byId.keys(), ...this.problems.keys()]);
  }

  stage(): SharedStage<PoolSnapshot> {
    return stageOf<PoolSnapshot, PoolSnapshot>({
      *prepare(pool) {
        yield;
        return pool;
      },
      put: (pool) => this.#put(pool),
      remove: (id) => this.#remove(id),
    });
  }

  close(): void {
    for (const pool of this.byId.values()) pool.close();
  }

  #remove(id: string): void {
    this.byId.get(id)?.close();
    this.byId.delete(id);
    this.problems.delete(id);
  }

  /** A pool whose new configuration cannot be used keeps its old one; other pools are not affected. */
  #put(snapshot: PoolSnapshot): void {
    const { id } = snapshot;
    try {
      const known = this.byId.get(id);
      if (known) known.update(snapshot, this.#makeOrigin);
      else this.byId.set(id, new PoolRuntime(snapshot, this.#makeOrigin));
      this.problems.delete(id);
    } catch (error) {
      this.problems.set(id, describeError(error));
    }
  }
}
