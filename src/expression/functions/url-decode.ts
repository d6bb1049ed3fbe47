import { decodePercents } from '../../kernel/percent.ts';
import { toByteString } from '../byte-string.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { STRING } from '../value-type.ts';

/** Each round takes time in proportion to the length of the value, so an attacker must not be able to cause many. */
const MAX_ROUNDS = 8;

const UNICODE_ESCAPE = /%u[0-9A-Fa-f]{4}/i;
const ESCAPES = /\+|%([0-9A-Fa-f]{2})|%u([0-9A-Fa-f]{4})/gi;

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
    const decode = flags.includes('u') ? decodeUnicode : decodePlain;
    const rounds = flags.includes('r') ? MAX_ROUNDS : 1;
    return (source: string) => repeated(decode, source, rounds);
  },
};

function repeated(decode: (text: string) => string, source: string, rounds: number): string {
  let value = source;
  for (let round = 0; round < rounds; round++) {
    if (!value.includes('%') && !value.includes('+')) return value;
    const decoded = decode(value);
    if (decoded === value) return value;
    value = decoded;
  }
  return value;
}

const decodePlain = (text: string): string => decodePercents(text.replaceAll('+', ' '));

/** All kinds of escapes in one pass, because the result of one can be a part of another. */
const decodeUnicode = (text: string): string =>
  UNICODE_ESCAPE.test(text) ? text.replace(ESCAPES, decodeOne) : decodePlain(text);

function decodeOne(sequence: string, byte: string | undefined, unit: string): string {
  if (sequence === '+') return ' ';
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  return toByteString(String.fromCharCode(Number.parseInt(unit, 16)));
}
