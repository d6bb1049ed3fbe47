import { isPlaceholder, isSequence } from './placeholder.ts';
import { shannonEntropy } from './shannon-entropy.ts';

/** Keeps out names of fields and messages, which stand in the same places as passwords. */
const ENOUGH_BITS = 2.5;

export function realPassword(candidate: string): boolean {
  return (
    /[0-9]/.test(candidate) &&
    /[A-Za-z]/.test(candidate) &&
    shannonEntropy(candidate) >= ENOUGH_BITS &&
    !isSequence(candidate) &&
    !isPlaceholder(candidate)
  );
}
