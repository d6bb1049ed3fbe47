import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as JavaScript. */
export const javascriptReader: AttackReader = {
  name: 'javascript',
  triggers: [],
  read() {},
};
