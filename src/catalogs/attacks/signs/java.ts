import type { SignEntry } from '../sign-entry.ts';

export const javaSigns = {} as const satisfies Record<string, SignEntry>;
