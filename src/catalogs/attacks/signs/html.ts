import type { SignEntry } from '../sign-entry.ts';

export const htmlSigns = {} as const satisfies Record<string, SignEntry>;
