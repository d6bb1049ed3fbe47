import { hash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Version, payload and the first four bytes of their double SHA-256, written in base 58. */
export function base58check(candidate: string): boolean {
  const bytes = base58(candidate);
  if (bytes === undefined || bytes.length < 5) return false;
  const checksum = hash('sha256', hash('sha256', bytes.subarray(0, -4), 'buffer'), 'buffer');
  return checksum.subarray(0, 4).equals(bytes.subarray(-4));
}

/** Leading ones encode leading zero bytes, which a number would lose. */
function base58(text: string): Buffer | undefined {
  let number = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    number = number * 58n + BigInt(digit);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = text.length - text.replace(/^1+/, '').length;
  return Buffer.from('00'.repeat(zeros) + hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}
