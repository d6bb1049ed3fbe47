import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as XML with entities or inclusions. */
export const xmlReader: AttackReader = {
  name: 'xml',
  triggers: [],
  read() {},
};
