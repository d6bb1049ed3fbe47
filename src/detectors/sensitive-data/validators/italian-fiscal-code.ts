/** Values of the characters 0-9 and A-Z at odd positions; at even positions a character counts as its rank. */
const odd = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

const rank = (character: string): number =>
  /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;

export function italianFiscalCode(candidate: string): boolean {
  const code = candidate.toUpperCase();
  if (!/^[A-Z0-9]{15}[A-Z]$/.test(code)) return false;
  const sum = Array.from(code.slice(0, 15)).reduce(
    (total, character, index) =>
      total + (index % 2 === 0 ? (odd[rank(character)] ?? 0) : rank(character)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}
