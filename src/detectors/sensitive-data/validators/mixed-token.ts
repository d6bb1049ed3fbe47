import { isSequence } from './placeholder.ts';
import { randomToken } from './random-token.ts';
import { shannonEntropy } from './shannon-entropy.ts';

/** Entropy of words joined by dashes; random letters and digits have more. */
const MIN_ENTROPY = 3.5;

/** For tokens without a fixed prefix: letters, digits and a higher entropy. */
export function mixedToken(candidate: string): boolean {
  return (
    /[0-9]/.test(candidate) &&
    /[A-Za-z]/.test(candidate) &&
    shannonEntropy(candidate) >= MIN_ENTROPY &&
    !isSequence(candidate) &&
    randomToken(candidate)
  );
}
