import type { Facts } from '../facts/facts.ts';

/** What a feature counts for. `integrity` is worked out from all of them. */
export type ScoreFamily = 'obfuscation' | 'dataflow' | 'malware' | 'cryptomining' | 'magecart';

/** Numbers of the nodes where something was found; none when it was not. */
export type Finder = (facts: Facts) => readonly number[];

/** Something that scripts of a kind do. Counts once, however often it is found. */
export interface Feature {
  /** Stable; kept with scores and shown. */
  readonly id: string;
  /** For people: what the script does. */
  readonly what: string;
  /** See `score.ts` for what points do; 100 in one family make a script malicious. */
  readonly points: number;
  readonly find: Finder;
  readonly samples: {
    readonly matching: readonly string[];
    /** Look alike and do not have it. */
    readonly other: readonly string[];
  };
}
