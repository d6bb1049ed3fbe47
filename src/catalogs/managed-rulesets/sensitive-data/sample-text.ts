/**
 * Random-looking text for samples of secrets. Made up when needed and put together from parts, so
 * that nothing in this repository looks like a real key to people or to scanners.
 */
const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const upper = lower.toUpperCase();

const alphabets = {
  hex: `${digits}abcdef`,
  'upper-digits': upper + digits,
  letters: upper + lower,
  alphanumeric: upper + lower + digits,
  base64: `${upper}${lower}${digits}+/`,
  base64url: `${upper}${lower}${digits}-_`,
} as const;

/** The same text for the same arguments, always. */
export function sampleText(alphabet: keyof typeof alphabets, length: number, seed = 1): string {
  const characters = alphabets[alphabet];
  let state = seed * 2654435761 + length;
  return Array.from({ length }, () => {
    // Park and Miller's generator: its high bits are even enough for samples.
    state = (state * 48271) % 2147483647;
    return characters[Math.floor((state / 2147483647) * characters.length)];
  }).join('');
}

/** Puts the parts of a secret together. */
export function assembled(...parts: string[]): string {
  return parts.join('');
}
