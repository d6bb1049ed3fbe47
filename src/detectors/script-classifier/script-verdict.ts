import type { ReasonFamily } from './features/feature.ts';
import type { LibraryMatchKind } from './libraries/known-libraries.ts';
import type { ScriptScores } from './score.ts';

/** Larger scripts get no scores. */
export const MAX_SCRIPT_BYTES = 2 * 1024 * 1024;

/** A known library that a script is or resembles. */
export interface RecognisedLibrary {
  readonly name: string;
  readonly version: string;
  readonly match: LibraryMatchKind;
}

/** A feature that added points. */
export interface ScriptReason {
  readonly id: string;
  readonly family: ReasonFamily;
  /** Description for people. */
  readonly what: string;
  readonly points: number;
  /** Position of the first occurrence; both count from 1. For hidden code, where the script runs it. */
  readonly line: number;
  readonly column: number;
  /** Found in code that the script contains as text. */
  readonly isInHiddenCode: boolean;
}

export type NoScores =
  /** More bytes or more nodes than the limits. */
  | { readonly kind: 'too-large'; readonly problem: string }
  /** Markup, JSON or a truncated file: browsers refuse it as well. */
  | { readonly kind: 'not-javascript'; readonly problem: string }
  /** Nested so deeply that not even its outer part could be parsed. */
  | { readonly kind: 'too-deep'; readonly problem: string };

export type ScriptVerdict =
  | {
      readonly kind: 'scored';
      readonly scores: ScriptScores;
      /** Without it a script is at most suspicious; see `evidence.ts`. */
      readonly hasEvidence: boolean;
      readonly library?: RecognisedLibrary | undefined;
      /** In order of their points, the highest first. */
      readonly reasons: readonly ScriptReason[];
    }
  | NoScores;

/** The reasons of a verdict. A script without scores has one, which explains that. */
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

/** Scores under their names in the API; null if there are none. */
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
