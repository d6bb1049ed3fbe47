import type { SignEntry } from '../sign-entry.ts';

export const webshellSigns = {} as const satisfies Record<string, SignEntry>;
