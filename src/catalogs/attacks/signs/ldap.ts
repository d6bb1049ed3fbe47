import type { SignEntry } from '../sign-entry.ts';

export const ldapSigns = {
  'ldap-break-out': {
    means: 'a parenthesis that closes a filter component, and another component behind it',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['ann)(mail=*', '*))(|(cn=a', 'ann)(&)', 'ann*)(|(userPassword=a*'],
      other: ['jugs (blue) (red = sold)', 'ann) and (bob', 'see below :) (a=b)'],
    },
  },
  'ldap-always-true': {
    means: 'a filter component that matches every entry',
    severity: 'error',
    paranoia: 1,
    samples: { matching: ['bob)(cn=*', '*)(&'], other: ['ann)(mail=a', '(*)'] },
  },
  'ldap-cut': {
    means: 'a null byte that cuts off the rest of a filter',
    severity: 'critical',
    paranoia: 1,
    samples: { matching: ['ann)\0', '*))\0'], other: ['ann\0', '(ann)\0'] },
  },
  'ldap-filter': {
    means: 'a search filter of its own',
    severity: 'warning',
    paranoia: 2,
    samples: {
      matching: ['(&(cn=*)(mail=a))', '*(|(mail=*))'],
      other: ['(cn=ann)', '(a & b) = c'],
    },
  },
} as const satisfies Record<string, SignEntry>;
