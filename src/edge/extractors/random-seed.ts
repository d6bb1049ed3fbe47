import { randomBytes } from 'node:crypto';

/** As many bytes as an identifier of the usual kind has; a byte string, like all text of a request. */
const SEED_BYTES = 16;

export const newRandomSeed = (): string => randomBytes(SEED_BYTES).toString('latin1');
