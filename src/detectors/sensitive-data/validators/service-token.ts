import { isPlaceholder } from './placeholder.ts';
import { tokenRarity } from './token-rarity.ts';

/** Ids of digits are little rarer than this; repetitions are far below. */
const MIN_RARITY = 2;

/** For values after the name of a service: random text contains digits, names of fields and files seldom do. */
export function serviceToken(candidate: string): boolean {
  return (
    /[0-9]/.test(candidate) &&
    tokenRarity(candidate) >= MIN_RARITY &&
    !isPlaceholder(candidate) &&
    !isMixedHex(candidate)
  );
}

/** Hexadecimal digits in both cases: encoders write one case, so mixed case means an example that was typed by hand. */
const isMixedHex = (candidate: string): boolean =>
  /^[0-9A-Fa-f]{16,}$/.test(candidate) && /[A-F]/.test(candidate) && /[a-f]/.test(candidate);
