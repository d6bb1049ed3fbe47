import type { SignEntry } from '../sign-entry.ts';

export const javascriptSigns = {} as const satisfies Record<string, SignEntry>;
