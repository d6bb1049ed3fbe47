import { type BlockObject, verifyHash } from '../integrity/header-hash.ts';
import type { BlockRef, ChainHeads } from './chain-heads.ts';

/** The reference to a block, after its hash is recomputed; undefined if the value is not a block or its hash is wrong. */
export function blockRef(
  value: unknown,
  { verifiesHashes }: Pick<ChainHeads, 'verifiesHashes'>,
): BlockRef | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const block = value as BlockObject;
  const number = heightOf(block['number']);
  const timestamp = heightOf(block['timestamp']);
  const { hash, parentHash } = block as { hash?: unknown; parentHash?: unknown };
  if (number === undefined || timestamp === undefined) return undefined;
  if (typeof hash !== 'string' || typeof parentHash !== 'string') return undefined;
  const truth = verifiesHashes ? verifyHash(block) : 'unknown';
  if (truth === 'no') return undefined;
  return {
    number,
    hash: hash.toLowerCase(),
    parentHash: parentHash.toLowerCase(),
    timestamp: timestamp * 1000,
    ...(truth === 'unknown' && { isOfUnknownFork: true }),
  };
}

/**
 * Whether a block has members of an unknown fork although the head of the chain has none. The hash of such a block cannot be verified, so
 * the block may be forged.
 */
export function hasUnexpectedForkMembers(block: BlockRef, latest: BlockRef | undefined): boolean {
  return block.isOfUnknownFork === true && latest !== undefined && !latest.isOfUnknownFork;
}

/** The number in a quantity of up to 13 hexadecimal digits, which a JavaScript number can hold. */
export function heightOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(value)) return undefined;
  return Number(value);
}
