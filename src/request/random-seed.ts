import { randomBytes } from 'node:crypto';

/** 16 random bytes, as many as a UUID has, as a byte string like all text of a request. */
const SEED_BYTES = 16;

export const newRandomSeed = (): string => randomBytes(SEED_BYTES).toString('latin1');
