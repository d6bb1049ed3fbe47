/**
 * Generates random-looking text for samples of secrets. Samples are built from parts at run time, so that nothing in
 * this repository looks like a real key to people or to scanners.
 */
const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const upper = lower.toUpperCase();

const alphabets = {
  digits,
  hex: `${digits}abcdef`,
  'lower-digits': lower + digits,
  'upper-digits': upper + digits,
  letters: upper + lower,
  alphanumeric: upper + lower + digits,
  base64: `${upper}${lower}${digits}+/`,
  base64url: `${upper}${lower}${digits}-_`,
} as const;

/** Always returns the same text for the same arguments. */
export function sampleText(alphabet: keyof typeof alphabets, length: number, seed = 1): string {
  const characters = alphabets[alphabet];
  let state = seed * 2654435761 + length;
  return Array.from({ length }, () => {
    // Park and Miller's generator: its high bits are random enough for samples.
    state = (state * 48271) % 2147483647;
    return characters[Math.floor((state / 2147483647) * characters.length)];
  }).join('');
}

/** Joins the parts of a secret. */
export function assembled(...parts: string[]): string {
  return parts.join('');
}
