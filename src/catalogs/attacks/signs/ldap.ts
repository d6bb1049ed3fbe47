import type { SignEntry } from '../sign-entry.ts';

export const ldapSigns = {} as const satisfies Record<string, SignEntry>;
