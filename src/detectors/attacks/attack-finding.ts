import type { AttackSign } from '../../catalogs/attacks/attack-signs.ts';
import type { InspectedValue } from './inspected-request.ts';

/**
 * `clear`: the value is a piece of the language that reads data, runs code, changes control flow, reaches a file or host,
 * or changes markup. `likely`: it is such a piece, but its effect is small or not known. `weak`: it resembles one.
 */
export const strengths = ['weak', 'likely', 'clear'] as const;

export type Strength = (typeof strengths)[number];

/** A decoding step between a value as the server reads it and the text that a reader saw. */
export type ViewStep =
  | 'percent'
  | 'entities'
  | 'escapes'
  | 'utf-7'
  | 'overlong'
  | 'full-width'
  | 'nul';

export interface AttackFinding {
  readonly sign: AttackSign;
  readonly strength: Strength;
  readonly value: InspectedValue;
  readonly views: readonly ViewStep[];
  /** Position in the view. */
  readonly start: number;
  readonly end: number;
  readonly excerpt: string;
}
