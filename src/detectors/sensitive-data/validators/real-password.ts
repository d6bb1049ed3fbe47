import { isPlaceholder, isSequence } from './placeholder.ts';
import { tokenRarity } from './token-rarity.ts';

/** Rejects names of fields and code, which occur in the same positions as passwords. */
const MIN_RARITY = 4;

export function realPassword(candidate: string): boolean {
  return (
    /[0-9]/.test(candidate) &&
    /[A-Za-z]/.test(candidate) &&
    tokenRarity(candidate) >= MIN_RARITY &&
    !isSequence(candidate) &&
    !isPlaceholder(candidate)
  );
}
