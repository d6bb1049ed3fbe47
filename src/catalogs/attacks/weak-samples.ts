import type { AttackFamily } from './attack-families.ts';
import type { SignEntry } from './sign-entry.ts';

/** For families that have weak findings: texts with only such, and texts without any. */
export const weakSamples: Partial<Record<AttackFamily, SignEntry['samples']>> = {
  html: {
    matching: [
      'put it between <script> and </script>',
      '<button onClick={() => add(1)}>x</button>',
    ],
    other: ['<b>bold</b>', '5 < 7'],
  },
  javascript: {
    matching: ['alert(1)', 'location=Paris'],
    other: ['1alert(1)', 'javascript:;'],
  },
};
