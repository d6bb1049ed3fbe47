import type { UpstreamNode } from './upstream-node.ts';

/** What an upstream is thought to take that has failed before anything else was known of it. */
const UNKNOWN_MS = 500;

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

/**
 * What a call is expected to take: one that fails, or gets no answer, is made again. An upstream of which nothing is known is tried
 * before others, but not again and again if it fails.
 */
function cost({ p95Ms, missedRate }: UpstreamNode['health']): number {
  const isUnknown = p95Ms === 0 && missedRate > 0;
  const usualMs = isUnknown ? UNKNOWN_MS : p95Ms;
  return ((usualMs + 1) * (1 + 10 * missedRate)) / Math.max(1 - missedRate, 0.001);
}
