import { type BlockObject, hasTrueHash } from '../integrity/header-hash.ts';
import type { BlockRef } from './chain-heads.ts';

/** The reference to a block whose hash was computed anew; undefined if it is no block, or has another hash. */
export function blockRef(value: unknown): BlockRef | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const block = value as BlockObject;
  const number = heightOf(block['number']);
  const timestamp = heightOf(block['timestamp']);
  const { hash, parentHash } = block as { hash?: unknown; parentHash?: unknown };
  if (number === undefined || timestamp === undefined) return undefined;
  if (typeof hash !== 'string' || typeof parentHash !== 'string') return undefined;
  const truth = hasTrueHash(block);
  if (truth === 'no') return undefined;
  return {
    number,
    hash: hash.toLowerCase(),
    parentHash: parentHash.toLowerCase(),
    timestamp: timestamp * 1000,
    ...(truth === 'unknown' && { isOfLaterFork: true }),
  };
}

/** Whether a block has members that could be of a later fork while the chain has not come to one: its hash may be any. */
export function isAheadOfItsFork(block: BlockRef, latest: BlockRef | undefined): boolean {
  return block.isOfLaterFork === true && latest !== undefined && !latest.isOfLaterFork;
}

/** The number in a quantity, if it is one that fits. */
export function heightOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(value)) return undefined;
  return Number(value);
}
