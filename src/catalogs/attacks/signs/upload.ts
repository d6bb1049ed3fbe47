import type { SignEntry } from '../sign-entry.ts';

export const uploadSigns = {} as const satisfies Record<string, SignEntry>;
