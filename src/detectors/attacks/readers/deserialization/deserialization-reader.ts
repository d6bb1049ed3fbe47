import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as a serialised object. */
export const deserializationReader: AttackReader = {
  name: 'deserialization',
  triggers: [],
  read() {},
};
