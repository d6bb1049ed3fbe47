import type { AttackFamily } from './attack-families.ts';
import type { AttackSign } from './attack-signs.ts';
import type { AttackPlace } from './places.ts';
import type { Strength } from './strength.ts';

/** The findings that a rule is about. An absent member selects all. */
export interface FindingSelector {
  readonly families?: readonly AttackFamily[];
  readonly signs?: readonly AttackSign[];
  readonly strengths: readonly Strength[];
  readonly places?: readonly AttackPlace[];
  /** Names of arguments, fields, headers or cookies, in lower case. */
  readonly names?: readonly string[];
}
