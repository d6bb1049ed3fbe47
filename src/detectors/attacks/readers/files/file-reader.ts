import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as a path of a file or a wrapper around one. */
export const fileReader: AttackReader = {
  name: 'files',
  triggers: [],
  read() {},
};
