import { isPlaceholder, isSequence } from './placeholder.ts';
import { shannonEntropy } from './shannon-entropy.ts';

/** Rejects names of fields and messages, which occur in the same positions as passwords. */
const MIN_ENTROPY = 2.5;

export function realPassword(candidate: string): boolean {
  return (
    /[0-9]/.test(candidate) &&
    /[A-Za-z]/.test(candidate) &&
    shannonEntropy(candidate) >= MIN_ENTROPY &&
    !isSequence(candidate) &&
    !isPlaceholder(candidate)
  );
}
