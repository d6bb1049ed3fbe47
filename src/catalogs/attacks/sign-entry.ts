import type { RequestSample } from '../managed-rulesets/managed-rule-base.ts';

/** As in the public core rule set: points of one occurrence of a rule. */
export const severityPoints = { critical: 5, error: 4, warning: 3, notice: 2 } as const;

export type Severity = keyof typeof severityPoints;

/** 1 has the fewest false positives. */
export type ParanoiaLevel = 1 | 2 | 3 | 4;

/**
 * A sign of an attack: something that a piece of text does in the language that it is written in. Readers find signs,
 * managed rules act on them.
 */
export interface SignEntry {
  /** What the text does, as a noun phrase: "a comparison that is always true". */
  readonly means: string;
  readonly severity: Severity;
  /** The level of the core rule that scores clear and likely findings. Weak ones count from level 2. */
  readonly paranoia: ParanoiaLevel;
  /** Points of one finding, instead of the severity times the strength. */
  readonly points?: number;
  /** Whether its findings are always weak: only the core rule of the sign counts them. */
  readonly isNotice?: true;
  /** Tags besides the family, such as `language-php`. */
  readonly tags?: readonly string[];
  readonly samples: {
    /** Values of a query argument that have the sign, not encoded; or whole requests. */
    readonly matching: readonly (string | RequestSample)[];
    /** Similar values without any finding of the sign. */
    readonly other: readonly (string | RequestSample)[];
  };
}
