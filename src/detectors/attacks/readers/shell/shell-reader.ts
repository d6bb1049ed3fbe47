import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as a shell command. */
export const shellReader: AttackReader = {
  name: 'shell',
  triggers: [],
  read() {},
};
