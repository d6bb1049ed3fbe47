import type { BlockTree } from './block-tree.ts';
import type { BlockRef } from './chain-heads.ts';
import type { TrackedUpstream } from './tracked-upstream.ts';
import type { UpstreamBlocks } from './upstream-blocks.ts';

/** The most blocks that one poll fetches to link a head to the chain. The next poll continues from there. */
const MAX_LINKS = 64;
/** Blocks that are fetched at once. */
const LINKS_AT_ONCE = 16;

export interface LinkOptions {
  readonly tree: BlockTree;
  readonly blocks: UpstreamBlocks;
  /** Blocks below this number are not fetched: nothing older is known that a head could be linked to. */
  readonly floor: number;
  /** In ticks. */
  now(): number;
}

/** Adds a head to the tree, and the unknown blocks between it and the chain. False if it cannot be linked now. */
export async function linkHead(
  upstream: TrackedUpstream,
  head: BlockRef,
  options: LinkOptions,
): Promise<boolean> {
  const { tree, blocks, now } = options;
  tree.add(head, now());
  const numbers = missingBelow(head, options);
  if (numbers.length > 1) await fetchNumbers(upstream, numbers, options);
  // The upstream may be on another branch by now, so what is still missing is fetched by hash.
  for (let n = numbers.length; n <= MAX_LINKS; n++) {
    const [lowest] = tree.branchTo(head).blocks;
    if (!lowest || missingBelow(head, options).length === 0) return true;
    const parent = await blocks.byHash(upstream, lowest.parentHash);
    // Nodes behind one address may differ, so a missing parent is no proof of a lie. A long branch counts without it.
    if (!parent) return head.number - lowest.number >= MAX_LINKS;
    if (parent.hash !== lowest.parentHash || parent.number !== lowest.number - 1) {
      upstream.distrust('its blocks do not form a chain');
      return false;
    }
    tree.add(parent, now());
  }
  return true;
}

/** The numbers of the unknown blocks below a head, the highest first, at most as many as one poll fetches. */
function missingBelow(head: BlockRef, { tree, floor }: LinkOptions): number[] {
  const { fork, blocks } = tree.branchTo(head);
  const [lowest] = blocks;
  if (fork !== undefined || !lowest) return [];
  const count = Math.min(lowest.number - Math.max(floor, 0), MAX_LINKS);
  return count > 0 ? Array.from({ length: count }, (_, n) => lowest.number - 1 - n) : [];
}

async function fetchNumbers(
  upstream: TrackedUpstream,
  numbers: readonly number[],
  { tree, blocks, now }: LinkOptions,
): Promise<void> {
  for (let from = 0; from < numbers.length; from += LINKS_AT_ONCE) {
    const some = numbers.slice(from, from + LINKS_AT_ONCE);
    const found = await Promise.all(some.map((number) => blocks.at(upstream, number)));
    for (const block of found) if (block) tree.add(block, now());
  }
}
