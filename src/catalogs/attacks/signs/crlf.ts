import type { SignEntry } from '../sign-entry.ts';

export const crlfSigns = {} as const satisfies Record<string, SignEntry>;
