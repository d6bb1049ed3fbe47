import type { FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { STRING } from '../value-type.ts';
import { TRANSFORM_PHASES } from './function-phases.ts';

/** `encode_base64(sha256(http.cookie), "u")` */
export const encodeBase64: FunctionDefinition = {
  name: 'encode_base64',
  description: 'Base64 without padding. Option u gives the URL-safe alphabet, p adds the padding.',
  parameters: [
    { name: 'value', types: ['String'], kind: 'either' },
    { name: 'options', types: ['String'], kind: 'literal', optional: true },
  ],
  result: () => STRING,
  phases: TRANSFORM_PHASES,
  complain: (args, index) =>
    index === 1 && !/^(?:u|p|up|pu)$/.test(String(args[1]?.literal))
      ? 'expected "u", "p" or "up"'
      : undefined,
  prepare: ([, options]: readonly (Value | undefined)[]) => {
    const flags = typeof options === 'string' ? options : '';
    return (value: string) => encode(value, flags.includes('u'), flags.includes('p'));
  },
};

function encode(value: string, urlSafe: boolean, padded: boolean): string {
  const text = Buffer.from(value, 'latin1').toString(urlSafe ? 'base64url' : 'base64');
  const bare = text.replace(/=+$/, '');
  return padded ? bare.padEnd(Math.ceil(bare.length / 4) * 4, '=') : bare;
}
