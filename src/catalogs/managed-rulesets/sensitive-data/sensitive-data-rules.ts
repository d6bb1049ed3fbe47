import type { SensitiveDataRule } from './sensitive-data-rule.ts';

/** All rules, group by group. */
export const sensitiveDataRules: readonly SensitiveDataRule[] = [];
