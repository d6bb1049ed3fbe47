import type { ScoreFamily } from './features/feature.ts';
import type { ScriptScores } from './score.ts';

/** Larger scripts get no scores. */
export const MAX_SCRIPT_BYTES = 300 * 1024;

/** Below it a script is malicious; 10 is not. */
export const MALICIOUS_BELOW = 10;

/** Why points were given. */
export interface ScriptReason {
  readonly id: string;
  readonly family: ScoreFamily;
  /** For people. */
  readonly what: string;
  readonly points: number;
  /** Where it was found first; both count from 1. In hidden code, where that is run. */
  readonly line: number;
  readonly column: number;
  /** Found in code that the script carries as text. */
  readonly isInHiddenCode: boolean;
}

export type NoScores =
  /** Above the limit. */
  | { readonly kind: 'too-large'; readonly problem: string }
  /** Markup, JSON, an unfinished file: browsers refuse it as well, as far as is known. */
  | { readonly kind: 'not-javascript'; readonly problem: string }
  /** Nested so deeply that not even its outer part could be read. */
  | { readonly kind: 'too-deep'; readonly problem: string };

export type ScriptVerdict =
  | {
      readonly kind: 'scored';
      readonly scores: ScriptScores;
      /** Gravest first. */
      readonly reasons: readonly ScriptReason[];
    }
  | NoScores;

/** What to tell about a verdict. A script that could not be judged has one reason that says why. */
export function reasonsOf(verdict: ScriptVerdict): readonly ScriptReason[] {
  if (verdict.kind === 'scored') return verdict.reasons;
  const { kind, problem } = verdict;
  return [
    {
      id: kind,
      family: 'obfuscation',
      what: `Could not be judged: ${problem}`,
      points: 0,
      line: 1,
      column: 1,
      isInHiddenCode: false,
    },
  ];
}

/** Scores under the names that the API has for them; null where there are none. */
export function namedScores(verdict: ScriptVerdict | undefined) {
  const scores = verdict?.kind === 'scored' ? verdict.scores : undefined;
  return {
    js_integrity_score: scores?.integrity ?? null,
    magecart_score: scores?.magecart ?? null,
    malware_score: scores?.malware ?? null,
    cryptomining_score: scores?.cryptomining ?? null,
    obfuscation_score: scores?.obfuscation ?? null,
    dataflow_score: scores?.dataflow ?? null,
  };
}
