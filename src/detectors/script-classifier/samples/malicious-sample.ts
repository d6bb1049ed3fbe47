import type { ScoreFamily } from '../features/feature.ts';

/**
 * A script that uses a publicly described technique of attackers. It is harmless: hosts end in `.test` or
 * `.example`, and hidden code does nothing.
 */
export interface MaliciousSample {
  readonly name: string;
  readonly technique: string;
  /** The score that must be low besides integrity. */
  readonly family: Extract<ScoreFamily, 'malware' | 'cryptomining' | 'magecart'>;
  readonly code: string;
}
