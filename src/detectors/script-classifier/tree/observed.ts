import type { AnyNode } from 'acorn';

/** A string that an expression had when the script was traced; null if it had several. */
export type Observed = AnyNode & { observed?: string | null };
