import { toByteString } from '../byte-string.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { STRING } from '../value-type.ts';

/** Each round takes time in proportion to the length of the value, so an attacker must not be able to cause many. */
const MAX_ROUNDS = 8;

const ESCAPES = /\+|%([0-9A-Fa-f]{2})/g;
const UNICODE_ESCAPES = /\+|%([0-9A-Fa-f]{2})|%u([0-9A-Fa-f]{4})/gi;

/** `url_decode(http.request.uri.query, "ru") contains "<script>"` */
export const urlDecode: FunctionDefinition = {
  name: 'url_decode',
  description:
    'The string with %HH and + decoded. Option r repeats up to 8 times, until the string no longer changes; u also decodes %uXXXX.',
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'options', types: ['String'], kind: 'literal', optional: true },
  ],
  result: () => STRING,
  complain: (args, index) =>
    index === 1 && !/^(?:r|u|ur|ru)$/.test(String(args[1]?.literal))
      ? 'expected "r", "u" or "ur"'
      : undefined,
  prepare: ([, options]: readonly (Value | undefined)[]) => {
    const flags = typeof options === 'string' ? options : '';
    const pattern = flags.includes('u') ? UNICODE_ESCAPES : ESCAPES;
    const rounds = flags.includes('r') ? MAX_ROUNDS : 1;
    return (source: string) => decode(source, pattern, rounds);
  },
};

function decode(source: string, pattern: RegExp, rounds: number): string {
  let value = source;
  for (let round = 0; round < rounds; round++) {
    if (!value.includes('%') && !value.includes('+')) return value;
    const decoded = value.replace(pattern, decodeOne);
    if (decoded === value) return value;
    value = decoded;
  }
  return value;
}

function decodeOne(sequence: string, byte: string | undefined, unit: unknown): string {
  if (sequence === '+') return ' ';
  if (byte !== undefined) return String.fromCharCode(parseInt(byte, 16));
  // Without the option there is no second group, and this is the offset of the match.
  return toByteString(String.fromCharCode(parseInt(String(unit), 16)));
}
