import type { SignEntry } from '../sign-entry.ts';

export const xmlSigns = {} as const satisfies Record<string, SignEntry>;
