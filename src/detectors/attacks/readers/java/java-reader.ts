import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as Java or an expression language of it. */
export const javaReader: AttackReader = {
  name: 'java',
  triggers: [],
  read() {},
};
