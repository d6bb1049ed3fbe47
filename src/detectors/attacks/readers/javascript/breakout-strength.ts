import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { FieldRole } from '../../field-role.ts';
import { effects, STRONG } from './javascript-effects.ts';
import { isPlainRole } from './plain-role.ts';
import type { Breakout } from './string-breakout.ts';

/** Tokens between the end of the string and what the code does. */
const NEAR = 16;
/** Quotes this close to the beginning of a text end a string of the page rather than one of the text. */
const BEGINNING = 12;

export function breakoutStrength(breakout: Breakout, role: FieldRole): Strength {
  const { at, reading, isSubstitution } = breakout;
  const isPlain = isPlainRole(role);
  // Many languages of templates and shells substitute like this; they have readers of their own.
  if (isSubstitution) return isPlain ? 'likely' : 'weak';
  if (!isPlain && at > BEGINNING) return 'weak';
  if (role === 'code') return 'likely';
  if ((reading.effects & STRONG) !== 0) return reading.distance <= NEAR ? 'clear' : 'likely';
  return (reading.effects & (effects.markup | effects.navigate)) === 0 ? 'weak' : 'likely';
}
