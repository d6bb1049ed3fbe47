import { findNetwork } from '../catalogs/networks/networks.ts';
import type { GatewayLimits, GatewayNetwork } from '../contracts/gateway/gateway-channel.ts';
import type { Clock } from '../kernel/clock.ts';
import type { TimerWheel } from '../transport/timer-wheel.ts';
import { KeptResults } from './cache/kept-results.ts';
import { blockTags } from './calls/block-tags.ts';
import type { CallHandler } from './calls/call-handler.ts';
import { keptCalls } from './calls/kept-calls.ts';
import { ownAnswers } from './calls/own-answers.ts';
import { rawTransactions } from './calls/raw-transactions.ts';
import { splitLogs } from './calls/split-logs.ts';
import type { GatewayState } from './gateway-gauges.ts';
import type { GatewayTelemetry } from './gateway-telemetry.ts';
import { HeadChain } from './heads/head-chain.ts';
import { HeadTracker } from './heads/head-tracker.ts';
import { OlderBlocks } from './integrity/older-blocks.ts';
import { NetworkGateway } from './network-gateway.ts';
import { type AskOptions, askUpstreams } from './upstreams/ask.ts';
import { askQuorum } from './upstreams/ask-quorum.ts';
import { AwaitedBlocks } from './upstreams/awaited-blocks.ts';
import { HttpUpstream } from './upstreams/http-upstream.ts';
import { UpstreamNode } from './upstreams/upstream-node.ts';

/** How often heads are looked at, for every block that is expected. */
const LOOKS_PER_BLOCK = 12;
const PAUSE_MS = 5 * 60_000;
/** Share of the time for a call in which it may wait for an upstream to have its block. The rest is for the answer. */
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
  /** Follows the heads of upstreams no longer, and ends connections to them. */
  close(): void;
  state(): GatewayState['networks'][number];
}

/** Puts together what a call about a network goes through, from the first step to the last. */
export function openNetwork(
  { name, upstreams: given, quorums }: GatewayNetwork,
  { clock, wheel, telemetry, limits }: OpenNetworkOptions,
): OpenNetwork {
  const network = findNetwork(name);
  if (!network) throw new Error(`there is no network ${name}`);
  const { chainId, blockMs } = network;
  const measures = telemetry.measures(name);
  const { timeoutMs, responseBytes: maxResponseBytes } = limits;
  const nodes = given.map(
    ({ url }, n) =>
      new HttpUpstream({ name: `${name}-${n + 1}`, url, wheel, timeoutMs, maxResponseBytes }),
  );
  const look = (upstream: UpstreamNode) => tracker.look(upstream);
  const awaited = new AwaitedBlocks({ clock, look });
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
      onCall: (call) => measures.asked(node.name, call),
      onHead: (upstream) => awaited.reached(upstream),
    });
  });
  const heads = new HeadChain();
  const pollMs = blockMs / LOOKS_PER_BLOCK;
  const tracker = new HeadTracker({ chain: heads, upstreams, clock, pollMs, settleMs: blockMs });
  const results = new KeptResults(limits.cacheBytes, clock);
  const caps = given.flatMap(({ logBlocks }) => logBlocks ?? []);
  const steps: readonly ((next: CallHandler) => CallHandler)[] = [
    (next) => ownAnswers(network, next),
    (next) => blockTags(heads, () => upstreams.some(({ isServing }) => isServing), next),
    (next) => keptCalls({ blockMs, heads, results, clock, onUse: measures.cache }, next),
    (next) => splitLogs(caps.length > 0 ? Math.min(...caps) : undefined, limits.answerBytes, next),
    rawTransactions,
  ];
  const olderBlocks = new OlderBlocks({ heads, upstreams, random: Math.random });
  const asking: AskOptions = {
    network: name,
    upstreams,
    heads,
    olderBlocks,
    look,
    awaited,
    awaitMs: timeoutMs * AWAIT_SHARE,
    onHedge: (upstream, method) => measures.hedged(method, upstream),
  };
  const onDisagreement = (upstream: string, method: string) =>
    telemetry.disagreement(name, upstream, method);
  const ask = askQuorum({ ...asking, quorums, onDisagreement }, askUpstreams(asking));
  const handle = steps.reduceRight<CallHandler>((next, step) => step(next), ask);
  const gateway = new NetworkGateway({
    network,
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
