import type { SignEntry } from '../sign-entry.ts';

export const nosqlSigns = {} as const satisfies Record<string, SignEntry>;
