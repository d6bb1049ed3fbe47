import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as mail headers or commands. */
export const mailReader: AttackReader = {
  name: 'mail',
  triggers: [],
  read() {},
};
