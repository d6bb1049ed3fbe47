import type { SharedKind } from '../../contracts/snapshot/snapshot-kinds.ts';
import type { SectionName } from '../../contracts/snapshot/zone-snapshot.ts';

export interface SnapshotFailure {
  readonly section: SectionName | SharedKind;
  /** Id of a zone or a shared item. */
  readonly id: string;
  readonly problem: string;
}

type OnFailure = (failure: SnapshotFailure) => void;

/** Failed builds of zones and shared items, whose last good state stays in effect. */
export class SnapshotFailures {
  readonly ofZones: FailedBuilds<SectionName>;
  readonly ofShared: FailedBuilds<SharedKind>;

  constructor(onFailure: OnFailure = () => {}) {
    this.ofZones = new FailedBuilds(onFailure);
    this.ofShared = new FailedBuilds(onFailure);
  }

  get size(): number {
    return this.ofZones.size + this.ofShared.size;
  }

  get all(): readonly SnapshotFailure[] {
    return [...this.ofZones.all, ...this.ofShared.all];
  }
}

class FailedBuilds<Section extends SnapshotFailure['section']> {
  readonly #bySection = new Map<Section, Map<string, string>>();
  readonly #onFailure: OnFailure;

  constructor(onFailure: OnFailure) {
    this.#onFailure = onFailure;
  }

  get size(): number {
    let size = 0;
    for (const failed of this.#bySection.values()) size += failed.size;
    return size;
  }

  get all(): SnapshotFailure[] {
    return [...this.#bySection].flatMap(([section, failed]) =>
      [...failed].map(([id, problem]) => ({ section, id, problem })),
    );
  }

  /** Records the result of a build. `failed` is a subset of `tried`. */
  record(section: Section, tried: Iterable<string>, failed: ReadonlyMap<string, unknown>): void {
    const known = this.#in(section);
    for (const id of tried) if (!failed.has(id)) known.delete(id);
    for (const [id, error] of failed) {
      const problem = error instanceof Error ? error.message : String(error);
      if (known.get(id) !== problem) this.#onFailure({ section, id, problem });
      known.set(id, problem);
    }
  }

  forget(id: string): void {
    for (const failed of this.#bySection.values()) failed.delete(id);
  }

  /** The ids whose build failed, with the reason. */
  in(section: Section): ReadonlyMap<string, string> {
    return this.#in(section);
  }

  of(id: string): SnapshotFailure[] {
    return [...this.#bySection].flatMap(([section, failed]) => {
      const problem = failed.get(id);
      return problem === undefined ? [] : [{ section, id, problem }];
    });
  }

  #in(section: Section): Map<string, string> {
    const known = this.#bySection.get(section) ?? new Map<string, string>();
    this.#bySection.set(section, known);
    return known;
  }
}
