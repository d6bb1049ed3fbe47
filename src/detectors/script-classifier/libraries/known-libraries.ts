import type { ScriptReading } from '../script-reading.ts';
import { exactHash } from './exact-hash.ts';
import { FunctionShapes } from './function-shapes.ts';
import { type LibraryRelease, tokenCount } from './library-release.ts';

/** Smaller libraries have no shape of their own; only their exact text is recognised. */
const MIN_FUNCTIONS = 10;
/** Share of the functions of a release that a similar script contains, and share of its own functions that they are. */
const MIN_CONTAINED = 0.7;
const MIN_OWN = 0.5;
/** Functions of a release that are other ones after code was added to it: usually the one that contains it. */
const MAX_REPLACED = 2;

/**
 * `unchanged`: the same tokens. `changed`: the functions of the release, and others. `similar`: many functions of the
 * release; another version, another build, or a bundle with it.
 */
export type LibraryMatchKind = 'unchanged' | 'changed' | 'similar';

/** In the function that contains the library, or outside of it, as where several files are joined to one. */
export type ForeignPlace = 'inside' | 'beside';

export interface LibraryMatch {
  readonly release: LibraryRelease;
  readonly kind: LibraryMatchKind;
  /** Whether a node belongs to code that the release does not contain, and where that code is. */
  readonly foreignAt: (node: number) => ForeignPlace | undefined;
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
    return release && { release, kind: 'unchanged', foreignAt: () => undefined };
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
    return found && similarTo(found, reading, shapes, own);
  }
}

function similarTo(
  release: LibraryRelease,
  { source }: ScriptReading,
  shapes: FunctionShapes,
  own: ReadonlySet<number>,
): LibraryMatch {
  const known = new Set(release.functions);
  const missing = known.size - commonFunctions(release, own);
  const container = containerOf(known, shapes);
  // Other versions have most functions as well, but another version number.
  const isChanged =
    missing <= MAX_REPLACED && !own.isSubsetOf(known) && source.includes(release.version);
  return {
    release,
    kind: isChanged ? 'changed' : 'similar',
    foreignAt: (node) => {
      if (known.has(shapes.hashes.get(shapes.functionAround(node)) ?? -1)) return undefined;
      return container > 0 && shapes.outermostAround(node) === container ? 'inside' : 'beside';
    },
  };
}

/** The outermost function with more than half of the known functions in it; 0 if there is none. */
function containerOf(known: ReadonlySet<number>, shapes: FunctionShapes): number {
  const inside = shapes.hashes.keys().filter((at) => known.has(shapes.hashes.get(at) ?? -1));
  const groups = Map.groupBy(inside, (at) => shapes.outermostAround(at));
  const [container] = groups.entries().find(([, group]) => group.length > known.size / 2) ?? [];
  return container ?? 0;
}

function commonFunctions({ functions }: LibraryRelease, own: ReadonlySet<number>): number {
  let common = 0;
  for (const hash of functions) if (own.has(hash)) common += 1;
  return common;
}
