import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as the name or a probe of a vulnerability scanner. */
export const scannerReader: AttackReader = {
  name: 'scanner',
  triggers: [],
  read() {},
};
