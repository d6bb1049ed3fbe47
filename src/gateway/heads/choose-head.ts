import type { Branch } from './block-tree.ts';
import type { BlockRef } from './chain-heads.ts';

/** The branch of a healthy upstream. */
export interface UpstreamBranch extends Branch {
  /** The upstream had blocks above its head earlier, and has given them up. An upstream that lags never had them. */
  readonly hasReturned: boolean;
}

/**
 * Decides which block is the head of a network: the last block of the returned branch, or its fork if it has no blocks. `latest` is the
 * number of the current head.
 *
 * - The newest block that more than half of the upstreams have is the head.
 * - Blocks that fewer upstreams have must be `settled`: seen long enough ago that others could have confirmed them. If they are not above the
 *   current head, but on another branch, as many upstreams must have them as have the chain.
 * - The head goes back only if no upstream has it any more, and most upstreams have given it up.
 */
export function chooseHead(
  branches: readonly UpstreamBranch[],
  latest: number | undefined,
  isSettled: (block: BlockRef) => boolean,
): Branch | undefined {
  const base =
    majorityBranch(branches) ??
    (latest === undefined ? undefined : chainBranch(branches, latest)) ??
    largest(branches);
  if (!base) return undefined;
  const [highest] = branches
    .map((branch) => settledPart(branch, isSettled))
    .filter((branch) => isExtension(branch, base) || outweighs(branch, base, branches))
    .toSorted((a, b) => top(b) - top(a));
  return highest && top(highest) > top(base) ? highest : base;
}

/** The longest part of a branch beside the chain that more than half of the upstreams have. */
function majorityBranch(branches: readonly Branch[]): Branch | undefined {
  for (const { fork, blocks } of branches) {
    const last = blocks.findLastIndex((block) => holders(block, branches) * 2 > branches.length);
    if (last >= 0) return { fork, blocks: blocks.slice(0, last + 1) };
  }
  return undefined;
}

/** The chain up to its head, or to an older block if the head was given up; undefined if most upstreams are on unknown branches. */
function chainBranch(branches: readonly UpstreamBranch[], latest: number): Branch | undefined {
  const stay = { fork: latest, blocks: [] };
  if (branches.some(({ fork = -1 }) => fork >= latest)) return stay;
  const gone = branches.filter(({ hasReturned, blocks }) => hasReturned || blocks.length > 0);
  if (gone.length * 2 <= branches.length) return stay;
  const forks = gone.map(({ fork = -1 }) => fork).toSorted((a, b) => b - a);
  const fork = forks[Math.floor(forks.length / 2)] ?? -1;
  return fork < 0 ? undefined : { fork, blocks: [] };
}

/** The branch whose first block most upstreams have; among equal ones, the highest. */
function largest(branches: readonly Branch[]): Branch | undefined {
  const size = ({ blocks: [first] }: Branch) => (first ? holders(first, branches) : 0);
  return branches.toSorted((a, b) => size(b) - size(a) || top(b) - top(a))[0];
}

function settledPart({ fork, blocks }: Branch, isSettled: (block: BlockRef) => boolean): Branch {
  return { fork, blocks: blocks.slice(0, blocks.findLastIndex(isSettled) + 1) };
}

function isExtension({ fork, blocks }: Branch, base: Branch): boolean {
  const last = base.blocks.at(-1);
  return last ? blocks.some(({ hash }) => hash === last.hash) : fork === base.fork;
}

/** Whether at least as many upstreams are on a branch as on the part of the chain that it would replace. */
function outweighs(
  { fork, blocks: [first] }: Branch,
  base: Branch,
  all: readonly Branch[],
): boolean {
  if (fork === undefined || !first || base.blocks.length > 0) return false;
  const onChain = all.filter((other) => (other.fork ?? -1) > fork).length;
  return holders(first, all) >= onChain;
}

function holders({ hash }: BlockRef, branches: readonly Branch[]): number {
  return branches.filter(({ blocks }) => blocks.some((block) => block.hash === hash)).length;
}

function top({ fork = -1, blocks }: Branch): number {
  return blocks.at(-1)?.number ?? fork;
}
