import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as NoSQL query operators. */
export const nosqlReader: AttackReader = {
  name: 'nosql',
  triggers: [],
  read() {},
};
