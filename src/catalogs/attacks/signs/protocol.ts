import type { SignEntry } from '../sign-entry.ts';

export const protocolSigns = {} as const satisfies Record<string, SignEntry>;
