/**
 * Addresses as four unsigned 32-bit numbers: comparisons need no parsing, no bytes and no big integers.
 * An address is parsed once, on input. IPv4-mapped IPv6 becomes IPv4 there, in requests,
 * literals and lists alike, so that another spelling cannot evade a rule.
 */
import { BoundedMap } from '../kernel/bounded-map.ts';
import { parseAddress } from '../kernel/ip.ts';

export interface IpValue {
  readonly family: 4 | 6;
  /** The four words from the left. IPv4 uses the last one only. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/** Parses an address; undefined for any other text. Recent addresses are cached. */
export function parseIp(text: string): IpValue | undefined {
  const known = recent.get(text);
  if (known) return known;
  const address = parseAddress(text);
  if (!address) return undefined;
  const value = ipFromBytes(address.toByteArray());
  recent.set(text, value);
  return value;
}

const recent = new BoundedMap<string, IpValue>(4096);

/** An address from its 4 or 16 bytes. */
export function ipFromBytes(bytes: readonly number[]): IpValue {
  if (bytes.length === 4) return { family: 4, a: 0, b: 0, c: 0, d: word(bytes, 0) };
  return { family: 6, a: word(bytes, 0), b: word(bytes, 4), c: word(bytes, 8), d: word(bytes, 12) };
}

function word(bytes: readonly number[], at: number): number {
  const byte = (offset: number) => bytes[at + offset] ?? 0;
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}

export function sameIp(left: IpValue, right: IpValue): boolean {
  return (
    left.d === right.d &&
    left.family === right.family &&
    left.c === right.c &&
    left.b === right.b &&
    left.a === right.a
  );
}

/** Negative, zero or positive, as for `sort`; meaningful only within one family. */
export function compareIp(left: IpValue, right: IpValue): number {
  return left.a - right.a || left.b - right.b || left.c - right.c || left.d - right.d;
}

/** The network address: all bits after the first `bits` cleared. */
export function maskIp(ip: IpValue, bits: number): IpValue {
  if (ip.family === 4) return { ...ip, d: maskWord(ip.d, bits) };
  return {
    family: 6,
    a: maskWord(ip.a, bits),
    b: maskWord(ip.b, bits - 32),
    c: maskWord(ip.c, bits - 64),
    d: maskWord(ip.d, bits - 96),
  };
}

/** The last address of the network. */
export function lastOfNetwork(ip: IpValue, bits: number): IpValue {
  if (ip.family === 4) return { ...ip, d: fillWord(ip.d, bits) };
  return {
    family: 6,
    a: fillWord(ip.a, bits),
    b: fillWord(ip.b, bits - 32),
    c: fillWord(ip.c, bits - 64),
    d: fillWord(ip.d, bits - 96),
  };
}

function maskWord(value: number, bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? value : (value & (-1 << (32 - bits))) >>> 0;
}

function fillWord(value: number, bits: number): number {
  if (bits <= 0) return 0xffffffff;
  return bits >= 32 ? value : (value | (0xffffffff >>> bits)) >>> 0;
}

/** Canonical text; RFC 5952 for IPv6. */
export function printIp(ip: IpValue): string {
  if (ip.family === 4) {
    return `${ip.d >>> 24}.${(ip.d >>> 16) & 255}.${(ip.d >>> 8) & 255}.${ip.d & 255}`;
  }
  const groups = [ip.a, ip.b, ip.c, ip.d].flatMap((part) => [part >>> 16, part & 0xffff]);
  const { start, length } = longestZeroRun(groups);
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  if (length < 2) return hex(groups);
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > best.length) best = { start: index - length + 1, length };
  }
  return best;
}
