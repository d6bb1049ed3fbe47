/** Weights 2 to 7 from the right, repeated; eleven is written as 0 and ten as K. */
export function chileanRut(candidate: string): boolean {
  const compact = candidate.replace(/[.-]/g, '').toUpperCase();
  const digits = Array.from(compact.slice(0, -1), Number).reverse();
  const sum = digits.reduce((total, digit, index) => total + digit * (2 + (index % 6)), 0);
  return '0K987654321'[sum % 11] === compact.at(-1);
}
