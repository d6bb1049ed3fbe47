import { luhn } from './luhn.ts';

interface Brand {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

/** Ranges of numbers that are common enough to be recognised without separators and without a word near them. */
const common: readonly Brand[] = [
  { prefix: /^4/, lengths: [13, 16] },
  { prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(6011|64[4-9]|65)/, lengths: [16] },
  { prefix: /^35(2[89]|[3-8])/, lengths: [16] },
  { prefix: /^62[0-8]/, lengths: [16] },
  { prefix: /^(30[0-5]|3095|36|3[89])/, lengths: [14] },
];

/** Further number ranges and lengths of the card schemes, after their public issuer ranges. */
const rare: readonly Brand[] = [
  { prefix: /^4/, lengths: [19] },
  { prefix: /^(6011|64[4-9]|65)/, lengths: [17, 18, 19] },
  { prefix: /^(30[0-5]|3095|36|3[89])/, lengths: [16] },
  { prefix: /^35(2[89]|[3-8])/, lengths: [17, 18, 19] },
  { prefix: /^(62|81)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(60|82|508)/, lengths: [16] },
  { prefix: /^220[0-4]/, lengths: [16, 17, 18, 19] },
  { prefix: /^(50|5[6-8]|63|67)/, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
];

/** Luhn alone accepts every tenth number; scheme and length exclude most of the others. */
export function paymentCard(candidate: string): boolean {
  const isGrouped = /[ -]/.test(candidate);
  return isOf(candidate, common) || (isGrouped && isOf(candidate, rare));
}

/** For numbers in the context of cards. */
export const rarePaymentCard = (candidate: string): boolean => isOf(candidate, rare);

/** On magnetic stripes every scheme is possible. */
export const anyPaymentCard = (candidate: string): boolean =>
  isOf(candidate, common) || isOf(candidate, rare);

function isOf(candidate: string, brands: readonly Brand[]): boolean {
  const digits = candidate.replace(/\D/g, '');
  return (
    brands.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) &&
    luhn(digits)
  );
}
