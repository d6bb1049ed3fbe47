import { ibanLengths } from '../../../catalogs/managed-rulesets/sensitive-data/iban-lengths.ts';

/** ISO 13616: length of the country, and ISO 7064 mod 97-10 over the number with its first four characters moved to the end. */
export function iban(candidate: string): boolean {
  const compact = candidate.replace(/[ -]/g, '');
  if (ibanLengths[compact.slice(0, 2)] !== compact.length) return false;
  return mod97(compact.slice(4) + compact.slice(0, 4)) === 1;
}

/** Letters count as two digits, A = 10 to Z = 35. */
function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
