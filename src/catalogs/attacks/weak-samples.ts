import type { AttackFamily } from './attack-families.ts';
import type { SignEntry } from './sign-entry.ts';

/** For families that have weak findings: texts with only such, and texts without any. */
export const weakSamples: Partial<Record<AttackFamily, SignEntry['samples']>> = {};
