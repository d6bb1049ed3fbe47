import type { ScriptReading } from '../script-reading.ts';
import { exactHash } from './exact-hash.ts';
import { FunctionShapes } from './function-shapes.ts';
import { type LibraryRelease, tokenCount } from './library-release.ts';

/** Smaller libraries have no shape of their own; only their exact text is recognised. */
const MIN_FUNCTIONS = 10;
/** Share of the functions of a release that a similar script contains, and share of its own functions that they are. */
const MIN_CONTAINED = 0.7;
const MIN_OWN = 0.5;
/** Share of the functions of a release that other code may replace when it is added to the release. */
const MAX_REPLACED = 0.02;

/**
 * `unchanged`: the same tokens. `changed`: nearly all functions of the release, and others. `similar`: many functions of the
 * release; another version, another build, or a bundle with it.
 */
export type LibraryMatchKind = 'unchanged' | 'changed' | 'similar';

export interface LibraryMatch {
  readonly release: LibraryRelease;
  readonly kind: LibraryMatchKind;
  /** Whether a node belongs to code that the release does not contain. */
  readonly isForeign: (node: number) => boolean;
}

/** Recognises releases of libraries. */
export class KnownLibraries {
  readonly #releases: readonly LibraryRelease[];
  readonly #tokenCounts: ReadonlySet<number>;
  readonly #byHash: ReadonlyMap<string, LibraryRelease>;

  constructor(releases: readonly LibraryRelease[]) {
    this.#tokenCounts = new Set(releases.map(({ tokens }) => tokens));
    this.#byHash = new Map(releases.map((release) => [release.hash, release]));
    this.#releases = releases.filter(({ functions }) => functions.length >= MIN_FUNCTIONS);
  }

  match(reading: ScriptReading): LibraryMatch | undefined {
    return this.#unchanged(reading) ?? this.#similar(reading);
  }

  #unchanged(reading: ScriptReading): LibraryMatch | undefined {
    // The hash is computed for few scripts: the number of tokens nearly always differs.
    if (!this.#tokenCounts.has(tokenCount(reading))) return undefined;
    const release = this.#byHash.get(exactHash(reading.source, reading.tokens));
    return release && { release, kind: 'unchanged', isForeign: () => false };
  }

  #similar(reading: ScriptReading): LibraryMatch | undefined {
    const shapes = new FunctionShapes(reading);
    const own = new Set(shapes.hashes.values());
    let [found, most]: [LibraryRelease | undefined, number] = [undefined, 0];
    for (const release of this.#releases) {
      const { length } = release.functions;
      // Not enough functions on one of the sides, even if all others are the same.
      if (own.size < length * MIN_CONTAINED || length < own.size * MIN_OWN) continue;
      const common = commonFunctions(release, own);
      if (common < length * MIN_CONTAINED || common < own.size * MIN_OWN) continue;
      const likeness = common / (length + own.size);
      if (likeness > most) [found, most] = [release, likeness];
    }
    return found && similarTo(found, shapes, own);
  }
}

function similarTo(
  release: LibraryRelease,
  shapes: FunctionShapes,
  own: ReadonlySet<number>,
): LibraryMatch {
  const known = new Set(release.functions);
  const missing = known.size - commonFunctions(release, own);
  const isComplete = missing <= Math.max(1, known.size * MAX_REPLACED);
  return {
    release,
    kind: isComplete && !own.isSubsetOf(known) ? 'changed' : 'similar',
    isForeign: (node) => !known.has(shapes.hashes.get(shapes.functionAround(node)) ?? -1),
  };
}

function commonFunctions({ functions }: LibraryRelease, own: ReadonlySet<number>): number {
  let common = 0;
  for (const hash of functions) if (own.has(hash)) common += 1;
  return common;
}
