import type { SignEntry } from '../sign-entry.ts';

export const shellSigns = {} as const satisfies Record<string, SignEntry>;
