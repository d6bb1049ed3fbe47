import type { SignEntry } from '../sign-entry.ts';

export const xpathSigns = {} as const satisfies Record<string, SignEntry>;
