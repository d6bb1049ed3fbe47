import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as a piece of SQL, in each context in which a statement could continue. */
export const sqlReader: AttackReader = {
  name: 'sql',
  triggers: [{ words: ['union'], with: ' ' }],
  read(text, { report }) {
    const at = text.search(/\d\s+union\s+select/i);
    if (at !== -1) report('sql-union', 'clear', at, at + 12);
  },
};
