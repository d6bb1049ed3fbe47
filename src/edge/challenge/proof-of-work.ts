import { createHash, hash } from 'node:crypto';

/**
 * For each round, the visitor finds a nonce so that SHA-256 over seed, round and nonce starts with `bits` zero bits.
 * Many easy rounds take every visitor about the same time; a single hard round would take some visitors five times as
 * long as others.
 */
export const PROOF_ROUNDS = 16;

/** 2¹² attempts per round, 2¹⁶ in total: 100 to 300 ms on phones with 200,000 to 600,000 hashes per second. */
export const DEFAULT_PROOF_BITS = 12;

/** Each token is unique, so that work for one is of no use for another. */
export const seedOf = (token: string): string => hash('sha256', token, 'hex');

export function isProof(token: string, bits: number, nonces: readonly number[]): boolean {
  if (nonces.length !== PROOF_ROUNDS) return false;
  const block = Buffer.alloc(40);
  block.write(seedOf(token), 'hex');
  return nonces.every((nonce, round) => {
    block.writeUInt32BE(round, 32);
    block.writeUInt32BE(nonce, 36);
    return createHash('sha256').update(block).digest().readUInt32BE(0) >>> (32 - bits) === 0;
  });
}
