import { hash } from 'node:crypto';

/** EIP-55: in mixed case the hash of the address determines which letters are upper case. */
export function ethereumAddress(candidate: string): boolean {
  const digits = candidate.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const nibbles = hash('keccak-256', lower, 'hex');
  return digits === Array.from(lower, (digit, at) => cased(digit, nibbles[at] ?? '0')).join('');
}

const cased = (digit: string, nibble: string): string =>
  Number.parseInt(nibble, 16) >= 8 ? digit.toUpperCase() : digit;
