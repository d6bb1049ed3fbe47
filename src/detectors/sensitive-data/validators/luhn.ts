import { digitsOf } from './digits.ts';

/** ISO/IEC 7812-1 annex B: double every second digit from the right, sum the digits, divide by ten. */
export function luhn(candidate: string): boolean {
  const digits = digitsOf(candidate).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length > 1 && sum % 10 === 0;
}
