import type { SectionName } from '../../contracts/snapshot/zone-snapshot.ts';

export interface SnapshotFailure {
  readonly section: SectionName | 'pools';
  /** A zone, or a pool. */
  readonly id: string;
  readonly problem: string;
}

/** What could not be built and therefore is served as it was. */
export class SnapshotFailures {
  readonly #bySection = new Map<SectionName | 'pools', Map<string, string>>();
  readonly #onFailure: (failure: SnapshotFailure) => void;

  constructor(onFailure: (failure: SnapshotFailure) => void = () => {}) {
    this.#onFailure = onFailure;
  }

  get size(): number {
    let size = 0;
    for (const failed of this.#bySection.values()) size += failed.size;
    return size;
  }

  /** Takes the result of a build: `failed` is a part of `tried`. */
  record(
    section: SectionName | 'pools',
    tried: Iterable<string>,
    failed: ReadonlyMap<string, unknown>,
  ): void {
    const known = this.#of(section);
    for (const id of tried) if (!failed.has(id)) known.delete(id);
    for (const [id, error] of failed) {
      const problem = error instanceof Error ? error.message : String(error);
      if (known.get(id) !== problem) this.#onFailure({ section, id, problem });
      known.set(id, problem);
    }
  }

  forgetZone(zoneId: string): void {
    for (const [section, failed] of this.#bySection) if (section !== 'pools') failed.delete(zoneId);
  }

  zonesOf(section: SectionName): Set<string> {
    return new Set(this.#of(section).keys());
  }

  pools(): Set<string> {
    return new Set(this.#of('pools').keys());
  }

  ofZone(zoneId: string): SnapshotFailure[] {
    return [...this.#bySection].flatMap(([section, failed]) => {
      const problem = section === 'pools' ? undefined : failed.get(zoneId);
      return problem === undefined ? [] : [{ section, id: zoneId, problem }];
    });
  }

  #of(section: SectionName | 'pools'): Map<string, string> {
    const known = this.#bySection.get(section) ?? new Map<string, string>();
    this.#bySection.set(section, known);
    return known;
  }
}
