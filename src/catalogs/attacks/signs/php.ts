import type { SignEntry } from '../sign-entry.ts';

export const phpSigns = {} as const satisfies Record<string, SignEntry>;
