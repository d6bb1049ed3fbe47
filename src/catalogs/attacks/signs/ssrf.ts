import type { SignEntry } from '../sign-entry.ts';

export const ssrfSigns = {} as const satisfies Record<string, SignEntry>;
