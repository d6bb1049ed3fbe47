import type { SignEntry } from '../sign-entry.ts';

export const fileInclusionSigns = {} as const satisfies Record<string, SignEntry>;
