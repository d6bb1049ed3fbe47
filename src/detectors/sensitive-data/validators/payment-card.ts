import { luhn } from './luhn.ts';

/** Number ranges and lengths of the card schemes, after their public issuer ranges. */
const brands: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(30[0-5]|3095|36|3[89])/, lengths: [14, 16] },
  { prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^(62|81)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(60|82|508)/, lengths: [16] },
  { prefix: /^220[0-4]/, lengths: [16, 17, 18, 19] },
  { prefix: /^(50[0-79]|5[6-8]|63|67)/, lengths: [13, 16, 18, 19] },
];

/** Luhn alone accepts every tenth number; scheme and length exclude most of the others. */
export function paymentCard(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '');
  const hasBrand = brands.some(
    ({ prefix, lengths }) => prefix.test(digits) && lengths.includes(digits.length),
  );
  return hasBrand && luhn(digits);
}
