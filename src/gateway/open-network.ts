import { isWithdrawn } from '../catalogs/networks/is-withdrawn.ts';
import type { Network } from '../catalogs/networks/network.ts';
import { findNetwork } from '../catalogs/networks/networks.ts';
import type { GatewayLimits, GatewayNetwork } from '../contracts/gateway/gateway-channel.ts';
import type { Clock } from '../kernel/clock.ts';
import type { TimerWheel } from '../transport/timer-wheel.ts';
import { ResultCache } from './cache/result-cache.ts';
import { blockTags } from './calls/block-tags.ts';
import { cachedCalls } from './calls/cached-calls.ts';
import type { CallHandler } from './calls/call-handler.ts';
import { localResults } from './calls/local-results.ts';
import { MethodTable } from './calls/method-table.ts';
import { rawTransactions } from './calls/raw-transactions.ts';
import { splitLogs } from './calls/split-logs.ts';
import { serveFilters } from './filters/filters.ts';
import type { GatewayState } from './gateway-gauges.ts';
import type { GatewayTelemetry } from './gateway-telemetry.ts';
import { HeadChain } from './heads/head-chain.ts';
import { HeadTracker } from './heads/head-tracker.ts';
import { OlderBlocks } from './integrity/older-blocks.ts';
import { NetworkGateway } from './network-gateway.ts';
import { AwaitedBlocks } from './upstreams/awaited-blocks.ts';
import { callQuorum } from './upstreams/call-quorum.ts';
import { type CallUpstreamsOptions, callUpstreams } from './upstreams/call-upstreams.ts';
import { HttpUpstream } from './upstreams/http-upstream.ts';
import { UpstreamNode } from './upstreams/upstream-node.ts';

/** How often the head of each upstream is polled during one block time. */
const POLLS_PER_BLOCK = 12;
/** The shortest time between two polls, for networks with fast blocks. */
const MIN_POLL_MS = 100;
const PAUSE_MS = 5 * 60_000;
/** Share of a call's time limit in which it may wait until an upstream has its block. The rest is for the upstream's response. */
const AWAIT_SHARE = 0.5;

export interface OpenNetworkOptions {
  readonly clock: Clock;
  /** For the deadlines of requests to upstreams. */
  readonly wheel: TimerWheel;
  readonly telemetry: GatewayTelemetry;
  readonly limits: GatewayLimits;
}

export interface OpenNetwork {
  readonly gateway: NetworkGateway;
  readonly tracker: HeadTracker;
  /** Stops tracking the heads of the upstreams, and closes the connections to them. */
  close(): void;
  state(): GatewayState['networks'][number];
}

/** Assembles the steps that a call to a network goes through. */
export function openNetwork(
  config: GatewayNetwork,
  { clock, wheel, telemetry, limits }: OpenNetworkOptions,
): OpenNetwork {
  const { name, upstreams: given, quorums, chainId, blockMs, isPublic, finalityBlocks } = config;
  const network: Network = findNetwork(name) ?? { name, title: name, chainId, blockMs };
  const measures = telemetry.measures(name);
  const { responseBytes: maxResponseBytes } = limits;
  const { timeoutMs = limits.timeoutMs } = config;
  const nodes = given.map(
    ({ url }, n) =>
      new HttpUpstream({ name: `${name}-${n + 1}`, url, wheel, timeoutMs, maxResponseBytes }),
  );
  const poll = (upstream: UpstreamNode) => tracker.poll(upstream);
  const heads = new HeadChain(config);
  const awaited = new AwaitedBlocks({ heads, clock, poll });
  const upstreams = nodes.map((node, n) => {
    return new UpstreamNode({
      name: node.name,
      chainId,
      rateLimit: given[n]?.rateLimit,
      clock,
      pauseMs: PAUSE_MS,
      distrustMs: PAUSE_MS,
      send: (call, signal) => node.send(call, signal),
      onEvent: (event) => telemetry.upstream(name, event),
      onCall: (call) => measures.upstreamCalled(node.name, call),
      onHead: (upstream) => awaited.reached(upstream),
    });
  });
  const methods = new MethodTable(config);
  const tracker = new HeadTracker({
    chain: heads,
    upstreams,
    clock,
    pollMs: Math.max(MIN_POLL_MS, blockMs / POLLS_PER_BLOCK),
    blockMs,
    isPublic,
    finalityBlocks,
    isServed: () => !isWithdrawn(network, clock.now()),
  });
  const results = new ResultCache(limits.cacheBytes, clock);
  const caps = given.flatMap(({ logBlocks }) => logBlocks ?? []);
  const smallestCap = caps.length > 0 ? Math.min(...caps) : undefined;
  const steps: readonly ((next: CallHandler) => CallHandler)[] = [
    (next) => localResults(network, next),
    (next) => serveFilters({ heads, clock, methods }, next),
    (next) => blockTags(heads, () => upstreams.some(({ isServing }) => isServing), next),
    (next) => cachedCalls({ blockMs, heads, results, clock, onUse: measures.cache }, next),
    (next) => splitLogs({ maxBlocks: smallestCap, maxBytes: limits.combinedBytes }, next),
    rawTransactions,
  ];
  const olderBlocks = new OlderBlocks({ heads, upstreams, poll, random: Math.random });
  const upstreamOptions: CallUpstreamsOptions = {
    network: name,
    upstreams,
    heads,
    olderBlocks,
    poll,
    awaited,
    awaitMs: timeoutMs * AWAIT_SHARE,
    hedgeMs: config.hedgeMs,
    onHedge: (upstream, method) => measures.hedged(method, upstream),
  };
  const onDisagreement = (upstream: string, method: string) =>
    telemetry.disagreement(name, upstream, method);
  const callNodes = callQuorum(
    { ...upstreamOptions, quorums, onDisagreement },
    callUpstreams(upstreamOptions),
  );
  const handle = steps.reduceRight<CallHandler>((next, step) => step(next), callNodes);
  const gateway = new NetworkGateway({
    network,
    methods,
    timeoutMs,
    heads,
    handle,
    clock,
    onCall: measures.called,
    onError: telemetry.failed,
  });
  return {
    gateway,
    tracker,
    close() {
      tracker.stop();
      for (const node of nodes) node.close();
    },
    state: () => ({ name, head: heads.latest?.number, cacheBytes: results.bytes, upstreams }),
  };
}
