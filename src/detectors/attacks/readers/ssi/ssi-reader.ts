import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as server-side includes. */
export const ssiReader: AttackReader = {
  name: 'ssi',
  triggers: [],
  read() {},
};
