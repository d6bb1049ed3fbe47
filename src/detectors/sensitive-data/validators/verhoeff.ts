/** Verhoeff's check digit over the dihedral group of order ten; detects all single errors and transpositions. */
const product = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const permutation = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

export function verhoeff(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '').split('').reverse();
  const rest = digits.reduce((check, digit, index) => {
    const permuted = permutation[index % 8]?.[Number(digit)];
    return Number(product[check]?.[Number(permuted)]);
  }, 0);
  return digits.length > 1 && rest === 0;
}
