import type { SignEntry } from '../sign-entry.ts';

export const templateSigns = {} as const satisfies Record<string, SignEntry>;
