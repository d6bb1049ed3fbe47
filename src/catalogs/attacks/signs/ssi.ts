import type { SignEntry } from '../sign-entry.ts';

export const ssiSigns = {} as const satisfies Record<string, SignEntry>;
