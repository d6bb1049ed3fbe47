import { hash } from 'node:crypto';

/** EIP-55: in mixed case, a letter is a capital where the hash of the address says so. */
export function ethereumAddress(candidate: string): boolean {
  const digits = candidate.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const nibbles = hash('keccak-256', lower, 'hex');
  return digits === Array.from(lower, (digit, at) => cased(digit, nibbles[at] ?? '0')).join('');
}

const cased = (digit: string, nibble: string): string =>
  Number.parseInt(nibble, 16) >= 8 ? digit.toUpperCase() : digit;
