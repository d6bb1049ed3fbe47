import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';
import { TRANSFORM_PHASES } from './function-phases.ts';

/** `uuidv4(cf.random_seed)` */
export const uuidv4: FunctionDefinition = {
  name: 'uuidv4',
  description: 'A version 4 UUID made of the first 16 random bytes; missing when there are fewer.',
  parameters: [{ name: 'seed', types: ['String'], kind: 'field' }],
  result: () => STRING,
  phases: TRANSFORM_PHASES,
  prepare: () => (seed: string) => (seed.length < 16 ? undefined : format(seed)),
};

/** RFC 9562, section 5.4: four bits of version, two of variant, the rest random. */
function format(seed: string): string {
  const bytes = Buffer.from(seed.slice(0, 16), 'latin1');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
