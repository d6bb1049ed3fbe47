import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as an XPath expression. */
export const xpathReader: AttackReader = {
  name: 'xpath',
  triggers: [],
  read() {},
};
