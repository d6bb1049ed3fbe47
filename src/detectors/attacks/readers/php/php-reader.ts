import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as PHP. */
export const phpReader: AttackReader = {
  name: 'php',
  triggers: [],
  read() {},
};
