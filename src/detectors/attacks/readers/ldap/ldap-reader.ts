import type { AttackReader } from '../../attack-reader.ts';

/** Reads a value as an LDAP filter. */
export const ldapReader: AttackReader = {
  name: 'ldap',
  triggers: [],
  read() {},
};
