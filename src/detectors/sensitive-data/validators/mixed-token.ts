import { isPlaceholder, isSequence } from './placeholder.ts';
import { tokenRarity } from './token-rarity.ts';

/** Names in code have at most 4.4, even with digits in them; 99 % of random letters and digits have over 5. */
const MIN_RARITY = 4.6;
/** Hexadecimal digits have fewer letters, and so fewer rare pairs. Names of only these letters are short. */
const MIN_HEX_RARITY = 3.6;

/** For tokens without a fixed prefix: letters and digits in an order that names do not have. */
export function mixedToken(candidate: string): boolean {
  const isHex = /(?:^|[0-9a-f-]{20})[0-9a-f-]{4,}$/i.test(candidate);
  return (
    /[0-9]/.test(candidate) &&
    /[A-Za-z]/.test(candidate) &&
    tokenRarity(candidate) >= (isHex ? MIN_HEX_RARITY : MIN_RARITY) &&
    !isSequence(candidate) &&
    !isPlaceholder(candidate)
  );
}
