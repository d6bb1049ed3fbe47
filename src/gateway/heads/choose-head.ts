import type { Branch } from './block-tree.ts';
import type { BlockRef } from './chain-heads.ts';

/** The branch of a healthy upstream. */
export interface UpstreamBranch extends Branch {
  /** The upstream had blocks above its head earlier, and has given them up. An upstream that lags never had them. */
  readonly hasReturned: boolean;
}

export interface HeadRules {
  /** The number of the current head; undefined at the start. */
  readonly latest: number | undefined;
  /** How many upstreams must have a block that is not linked to the chain, so that the chain is left for it. */
  readonly quorum: number;
  /** Whether a block was seen long enough ago that other upstreams could have confirmed it, and is not from the future. */
  isSettled(block: BlockRef): boolean;
  /** Whether a block may be the head at the start although most upstreams do not have it. */
  isPlausible(block: BlockRef): boolean;
}

/**
 * Decides which block is the head of a network: the last block of the returned branch, or its fork if it has no blocks. Undefined: there is
 * no reason to change anything.
 *
 * - The newest block that more than half of the healthy upstreams have is the head.
 * - Settled blocks above it are the head as well, if they are linked to it. On another branch, as many upstreams must have them as have the
 *   chain.
 * - The head goes back only if no upstream has it any more, and most upstreams have given it up or are on other branches.
 * - Blocks that are not linked to the chain need the quorum.
 */
export function chooseHead(
  branches: readonly UpstreamBranch[],
  rules: HeadRules,
): Branch | undefined {
  const { latest } = rules;
  if (latest === undefined) return firstHead(branches, rules);
  const base = majorityBranch(branches, rules.quorum) ?? chainBranch(branches, latest);
  const [highest] = branches
    .map((branch) => settledPart(branch, rules))
    .filter((branch) => isExtension(branch, base) || outweighs(branch, base, branches))
    .toSorted((a, b) => top(b) - top(a));
  return highest && top(highest) > top(base) ? highest : base;
}

/**
 * At the start nothing is known, and a head of a lagging upstream would be stale, so blocks above that of the majority do not have to wait.
 * Without a majority, the lowest head is the base: the higher ones may be linked to it.
 */
function firstHead(branches: readonly Branch[], { isPlausible }: HeadRules): Branch | undefined {
  const plausible = branches
    .filter(({ blocks }) => blocks.every(isPlausible))
    .toSorted((a, b) => top(a) - top(b));
  const base = majorityBranch(branches, 0) ?? plausible[0];
  return base && (plausible.findLast((branch) => isExtension(branch, base)) ?? base);
}

/** The longest part of a branch beside the chain that more than half of the upstreams have. */
function majorityBranch(branches: readonly Branch[], quorum: number): Branch | undefined {
  for (const { fork, blocks } of branches) {
    const least = fork === undefined ? quorum : 0;
    const last = blocks.findLastIndex((block) => {
      const count = holders(block, branches);
      return count * 2 > branches.length && count >= least;
    });
    if (last >= 0) return { fork, blocks: blocks.slice(0, last + 1) };
  }
  return undefined;
}

/** The chain up to its head, or to an older block if the head was given up. */
function chainBranch(branches: readonly UpstreamBranch[], latest: number): Branch {
  const stay = { fork: latest, blocks: [] };
  if (branches.some(({ fork = -1 }) => fork >= latest)) return stay;
  const gone = branches.filter(
    ({ hasReturned, fork, blocks }) => fork !== undefined && (hasReturned || blocks.length > 0),
  );
  if (gone.length * 2 <= branches.length) return stay;
  const forks = gone.map(({ fork = -1 }) => fork).toSorted((a, b) => b - a);
  return { fork: forks[Math.floor(forks.length / 2)], blocks: [] };
}

/** The beginning of a branch, up to the first block that is not settled. */
function settledPart({ fork, blocks }: Branch, { isSettled }: HeadRules): Branch {
  const end = blocks.findIndex((block) => !isSettled(block));
  return { fork, blocks: end === -1 ? blocks : blocks.slice(0, end) };
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
