import type { UpstreamNode } from './upstream-node.ts';

/** The usable upstreams that have the block, best first. */
export function choose(
  upstreams: readonly UpstreamNode[],
  neededBlock: number,
): readonly UpstreamNode[] {
  const usable = upstreams.filter(
    (upstream) => upstream.isUsable && (upstream.headNumber ?? -1) >= neededBlock,
  );
  if (usable.length < 2) return usable;
  return usable
    .map((upstream) => ({ upstream, health: upstream.health }))
    .sort((a, b) => cost(a.health) - cost(b.health))
    .map(({ upstream }) => upstream);
}

/** What a call is expected to take: one that fails, or gets no answer, is made again elsewhere. */
function cost({ p95Ms, missedRate }: UpstreamNode['health']): number {
  return (p95Ms + 1) * (1 + 10 * missedRate);
}
