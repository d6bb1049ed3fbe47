import type { SectionName } from '../../contracts/snapshot/zone-snapshot.ts';

/** What is built apart from zones, since many of them share it. */
export type SharedName = 'pools' | 'sharedRulesets' | 'lists';

export interface SnapshotFailure {
  readonly section: SectionName | SharedName;
  /** Of a zone, a pool, a shared ruleset, or a list. */
  readonly id: string;
  readonly problem: string;
}

const sharedNames: ReadonlySet<string> = new Set<SharedName>(['pools', 'sharedRulesets', 'lists']);

/** What could not be built and therefore is served as it was. */
export class SnapshotFailures {
  readonly #bySection = new Map<SnapshotFailure['section'], Map<string, string>>();
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
    section: SnapshotFailure['section'],
    tried: Iterable<string>,
    failed: ReadonlyMap<string, unknown>,
  ): void {
    const known = this.#failuresOf(section);
    for (const id of tried) if (!failed.has(id)) known.delete(id);
    for (const [id, error] of failed) {
      const problem = error instanceof Error ? error.message : String(error);
      if (known.get(id) !== problem) this.#onFailure({ section, id, problem });
      known.set(id, problem);
    }
  }

  forgetZone(zoneId: string): void {
    for (const [section, failed] of this.#bySection) {
      if (!sharedNames.has(section)) failed.delete(zoneId);
    }
  }

  /** By id, why something could not be built. */
  of(section: SnapshotFailure['section']): ReadonlyMap<string, string> {
    return this.#failuresOf(section);
  }

  ofZone(zoneId: string): SnapshotFailure[] {
    return [...this.#bySection].flatMap(([section, failed]) => {
      const problem = sharedNames.has(section) ? undefined : failed.get(zoneId);
      return problem === undefined ? [] : [{ section, id: zoneId, problem }];
    });
  }

  #failuresOf(section: SnapshotFailure['section']): Map<string, string> {
    const known = this.#bySection.get(section) ?? new Map<string, string>();
    this.#bySection.set(section, known);
    return known;
  }
}
