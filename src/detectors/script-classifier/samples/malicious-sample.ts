import type { ScoreFamily } from '../features/feature.ts';

/**
 * A script as attackers write them, after techniques that were described in public. Harmless: hosts
 * end in `.test` or `.example`, and what would be run does nothing.
 */
export interface MaliciousSample {
  readonly name: string;
  readonly technique: string;
  /** The score that has to be low besides the one for integrity. */
  readonly family: Extract<ScoreFamily, 'malware' | 'cryptomining' | 'magecart'>;
  readonly code: string;
}
