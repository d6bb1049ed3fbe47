import type { SignEntry } from '../sign-entry.ts';

export const restrictedFileSigns = {} as const satisfies Record<string, SignEntry>;
