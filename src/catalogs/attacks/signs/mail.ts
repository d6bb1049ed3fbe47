import type { SignEntry } from '../sign-entry.ts';

export const mailSigns = {} as const satisfies Record<string, SignEntry>;
