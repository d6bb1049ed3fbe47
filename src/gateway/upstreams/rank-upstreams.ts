import type { UpstreamNode } from './upstream-node.ts';

/** Assumed latency of an upstream that has failed and has no measured latency yet. */
const UNKNOWN_MS = 500;

/** The usable upstreams that have the block, best first. */
export function rankUpstreams(
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
 * Expected time until a call succeeds, retries after failures and timeouts included. An upstream without measurements is tried first,
 * unless it fails.
 */
function cost({ p95Ms, missedRate }: UpstreamNode['health']): number {
  const isUnknown = p95Ms === 0 && missedRate > 0;
  const usualMs = isUnknown ? UNKNOWN_MS : p95Ms;
  return ((usualMs + 1) * (1 + 10 * missedRate)) / Math.max(1 - missedRate, 0.001);
}
