import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as a template. */
export const templateReader: AttackReader = {
  name: 'template',
  triggers: [],
  read() {},
};
