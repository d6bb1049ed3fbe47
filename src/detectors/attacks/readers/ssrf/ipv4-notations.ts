export interface Ipv4Address {
  /** The address as a number of 32 bits. */
  readonly bits: number;
  /** Whether it is written in another way than four decimal numbers. */
  readonly isDisguised: boolean;
}

const DECIMAL = /^(?:0|[1-9]\d*)$/;
const OCTAL = /^0+[0-7]+$/;
const HEX = /^0+x[\da-f]*$/i;
const MAX_DIGITS = 40;

/** An address in any notation that resolvers accept: decimal, octal and hexadecimal, in one to four parts. */
export function ipv4Address(host: string): Ipv4Address | undefined {
  const parts = host.split('.', 5);
  if (parts.length > 4) return undefined;
  let bits = 0;
  let isDisguised = parts.length < 4;
  for (const [index, part] of parts.entries()) {
    const number = part.length > MAX_DIGITS ? undefined : numberOf(part);
    if (number === undefined) return undefined;
    isDisguised ||= !DECIMAL.test(part);
    const isLast = index === parts.length - 1;
    // The last part fills the bytes that are left. Larger numbers wrap around in some resolvers.
    const width = isLast ? 4 - index : 1;
    isDisguised ||= number >= 256 ** width;
    bits = bits * 256 ** width + (number % 256 ** width);
  }
  return { bits, isDisguised };
}

function numberOf(part: string): number | undefined {
  if (DECIMAL.test(part)) return Number(part);
  if (OCTAL.test(part)) return Number.parseInt(part, 8);
  return HEX.test(part) ? Number.parseInt(part.replace(/^0+x/i, '') || '0', 16) : undefined;
}
