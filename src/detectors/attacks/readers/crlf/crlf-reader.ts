import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as header lines. */
export const crlfReader: AttackReader = {
  name: 'crlf',
  triggers: [],
  read() {},
};
