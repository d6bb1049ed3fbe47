import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as a URL that aims at an internal host. */
export const ssrfReader: AttackReader = {
  name: 'ssrf',
  triggers: [],
  read() {},
};
