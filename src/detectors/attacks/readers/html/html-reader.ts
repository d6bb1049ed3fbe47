import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as HTML. */
export const htmlReader: AttackReader = {
  name: 'html',
  triggers: [],
  read() {},
};
