import type { FunctionDefinition } from '../function-definition.ts';
import { INT } from '../value-type.ts';

/** `bit_slice("tcp", 96, 4) eq 5`: bits of a packet, which an HTTP proxy does not see. */
export const bitSlice: FunctionDefinition = {
  name: 'bit_slice',
  description: 'Bits of a packet, from the start of the header of a protocol.',
  parameters: [
    { name: 'protocol', types: ['String'], kind: 'either' },
    { name: 'offset', types: ['Int'], kind: 'literal' },
    { name: 'bits', types: ['Int'], kind: 'literal' },
  ],
  result: () => INT,
  isUnfilled: true,
  complain: (args, index) => {
    const literal = Number(args[index]?.literal);
    if (index === 1 && (literal < 0 || literal > 2040)) return 'expected 0 to 2040';
    return index === 2 && (literal < 1 || literal > 32) ? 'expected 1 to 32' : undefined;
  },
  prepare: () => () => undefined,
};
