const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Constants of BIP-173 (bech32) and BIP-350 (bech32m). */
const constants = [1, 0x2bc830a3];

export function bech32(candidate: string): boolean {
  const text = candidate.toLowerCase();
  if (text !== candidate && candidate.toUpperCase() !== candidate) return false;
  const split = text.lastIndexOf('1');
  const data = Array.from(text.slice(split + 1), (character) => alphabet.indexOf(character));
  if (split < 1 || data.length < 6 || data.includes(-1)) return false;
  return constants.includes(checksum([...expanded(text.slice(0, split)), ...data]));
}

function expanded(prefix: string): number[] {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [index, term] of generator.entries()) if ((top >>> index) & 1) sum ^= term;
  }
  return sum >>> 0;
}
