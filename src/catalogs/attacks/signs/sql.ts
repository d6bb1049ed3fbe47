import type { SignEntry } from '../sign-entry.ts';

export const sqlSigns = {
  'sql-union': {
    means: 'a UNION SELECT that adds rows of another query',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['1 union select 1,2,3', '7 UNION SELECT a'],
      other: ['the european union select committee', 'union'],
    },
  },
} as const satisfies Record<string, SignEntry>;
