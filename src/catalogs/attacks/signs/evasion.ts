import type { SignEntry } from '../sign-entry.ts';

export const evasionSigns = {} as const satisfies Record<string, SignEntry>;
