import type { SignEntry } from '../sign-entry.ts';

export const deserializationSigns = {} as const satisfies Record<string, SignEntry>;
