import { isPlaceholder } from './placeholder.ts';
import { tokenRarity } from './token-rarity.ts';

/** Less than random hexadecimal digits have after a prefix of words. */
const MIN_RARITY = 3;

/** For tokens with a fixed prefix: the rest must look random. */
export function randomToken(candidate: string): boolean {
  return tokenRarity(candidate) >= MIN_RARITY && !isPlaceholder(candidate);
}
