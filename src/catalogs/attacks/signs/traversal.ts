import type { SignEntry } from '../sign-entry.ts';

export const traversalSigns = {} as const satisfies Record<string, SignEntry>;
