import type { AttackReader } from '../../attack-reader.ts';
import { readFilter } from './filter-reader.ts';

/** Reads values as pieces of LDAP search filters (RFC 4515). */
export const ldapReader: AttackReader = {
  name: 'ldap',
  triggers: [
    { words: [')(', '*(', ')|', ')&', ')!', '(|', '(&', '(!', ') (', ')\t(', ')\n('], with: '=&|' },
    { words: [')\0', '*\0'] },
  ],
  read(text, context) {
    if (context.value.isName || context.value.fileName !== undefined) return;
    readFilter(text, context);
  },
};
