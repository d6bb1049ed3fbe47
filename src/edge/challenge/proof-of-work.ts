import { createHash, hash } from 'node:crypto';

/**
 * The visitor finds, for each round, a nonce with which SHA-256 over seed, round and nonce begins with
 * `bits` zero bits. Many easy rounds take about the same time for everybody, where one hard round would
 * take some visitors five times as long as others.
 */
export const PROOF_ROUNDS = 16;

/** 2¹² tries a round, 2¹⁶ in all: 100 to 300 ms on phones, if they manage 200,000 to 600,000 a second. */
export const DEFAULT_PROOF_BITS = 12;

/** The token is unique, and so is the work for it. */
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
