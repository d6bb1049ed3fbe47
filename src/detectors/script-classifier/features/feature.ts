import type { Evidence } from '../evidence.ts';
import type { Facts } from '../facts/facts.ts';

/** The score that a feature counts for. `integrity` is computed from all of them. */
export type ScoreFamily = 'obfuscation' | 'dataflow' | 'malware' | 'cryptomining' | 'magecart';

/** Reasons of the family `library` name a known library; they have no points. */
export type ReasonFamily = ScoreFamily | 'library';

/** Returns the numbers of the nodes that show the feature; none if the script does not have it. */
export type Finder = (facts: Facts) => readonly number[];

/** A behaviour that is typical for a family. It counts once, however often it is found. */
export interface Feature {
  /** Stable: it is stored with the scores of scripts. */
  readonly id: string;
  /** Description for people: what the script does. */
  readonly what: string;
  /**
   * As its author judges it: 98 points of the malicious families make a script malicious, see `score.ts`. For these families
   * `fitted-points.ts` has what was learned from scripts of strangers.
   */
  readonly points: number;
  /** What it proves; nothing if it only adds points. See `evidence.ts`. */
  readonly shows: readonly Evidence[];
  readonly find: Finder;
  readonly samples: {
    readonly matching: readonly string[];
    /** Similar scripts without the feature. */
    readonly other: readonly string[];
  };
}
