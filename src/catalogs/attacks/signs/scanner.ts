import type { SignEntry } from '../sign-entry.ts';

export const scannerSigns = {} as const satisfies Record<string, SignEntry>;
