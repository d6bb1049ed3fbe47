/** A published revision, and the number of the last change that was in effect before it. */
interface Published {
  readonly revision: number;
  readonly before: number;
}

/** Only processes that are this many revisions behind get a number that is too low. */
const LONGEST = 100;

/**
 * Maps revisions, which count the builds of one node, to the numbers of changes in the change log, which all nodes share. Only so can
 * one node tell whether the edge of another runs a change.
 */
export class ChangeNumbers {
  /** In ascending order. */
  readonly #published: Published[] = [];
  #last = -1;

  /** Records a revision that contains changes above `before`. */
  published(revision: number, before: number): void {
    this.#published.push({ revision, before });
    if (this.#published.length <= LONGEST) return;
    const [first, second] = this.#published.splice(0, 2);
    if (first && second) this.#published.unshift({ ...second, before: first.before });
  }

  /** All changes up to this number are in the published revisions; -1 before the first build. */
  get last(): number {
    return this.#last;
  }

  built(change: number): void {
    this.#last = change;
  }

  /** All changes up to this number are in effect where this revision is. */
  upTo(revision: number): number {
    return this.#published.find((each) => each.revision > revision)?.before ?? this.#last;
  }
}
