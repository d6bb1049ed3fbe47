import type { AttackSign } from '../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../catalogs/attacks/strength.ts';
import type { InspectedValue } from './inspected-request.ts';

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
