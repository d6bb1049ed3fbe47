import { isSequence } from './placeholder.ts';
import { randomToken } from './random-token.ts';
import { shannonEntropy } from './shannon-entropy.ts';

/** Words joined by dashes reach about this much; random letters and digits lie above. */
const ENOUGH_BITS = 3.5;

/** For tokens known by their surroundings only: letters and digits, and more disorder. */
export function mixedToken(candidate: string): boolean {
  return (
    /[0-9]/.test(candidate) &&
    /[A-Za-z]/.test(candidate) &&
    shannonEntropy(candidate) >= ENOUGH_BITS &&
    !isSequence(candidate) &&
    randomToken(candidate)
  );
}
