import { findNetwork } from '../catalogs/networks/networks.ts';
import type { GatewayLimits, GatewayNetwork } from '../contracts/gateway/gateway-channel.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
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
import { NetworkGateway } from './network-gateway.ts';
import { askUpstreams } from './upstreams/ask.ts';
import { HttpUpstream } from './upstreams/http-upstream.ts';
import { UpstreamNode } from './upstreams/upstream-node.ts';

/** How often heads are looked at, for every block that is expected. */
const LOOKS_PER_BLOCK = 12;
const PAUSE_MS = 5 * 60_000;

export interface OpenNetworkOptions {
  readonly clock: Clock;
  readonly client: OutboundClient;
  readonly telemetry: GatewayTelemetry;
  readonly limits: GatewayLimits;
}

export interface OpenNetwork {
  readonly gateway: NetworkGateway;
  readonly tracker: HeadTracker;
  state(): GatewayState['networks'][number];
}

/** Puts together what a call about a network goes through, from the first step to the last. */
export function openNetwork(
  { name, upstreams: given }: GatewayNetwork,
  { clock, client, telemetry, limits }: OpenNetworkOptions,
): OpenNetwork {
  const network = findNetwork(name);
  if (!network) throw new Error(`there is no network ${name}`);
  const { chainId, blockMs } = network;
  const measures = telemetry.measures(name);
  const upstreams = given.map(({ url, rateLimit }, n) => {
    const { timeoutMs, responseBytes: maxResponseBytes } = limits;
    const upstreamName = `${name}-${n + 1}`;
    const http = new HttpUpstream({ name: upstreamName, url, client, timeoutMs, maxResponseBytes });
    return new UpstreamNode({
      name: upstreamName,
      chainId,
      rateLimit,
      clock,
      pauseMs: PAUSE_MS,
      distrustMs: PAUSE_MS,
      send: (call, signal) => http.send(call, signal),
      onEvent: (event) => telemetry.upstream(name, event),
      onCall: (call) => measures.asked(upstreamName, call),
    });
  });
  const heads = new HeadChain();
  const pollMs = blockMs / LOOKS_PER_BLOCK;
  const tracker = new HeadTracker({ chain: heads, upstreams, clock, pollMs, settleMs: blockMs });
  const results = new KeptResults(limits.cacheBytes, clock);
  const caps = given.flatMap(({ logBlocks }) => logBlocks ?? []);
  const steps: readonly ((next: CallHandler) => CallHandler)[] = [
    (next) => ownAnswers(network, next),
    (next) => blockTags(heads, next),
    (next) => keptCalls({ blockMs, heads, results, clock, onUse: measures.cache }, next),
    (next) => splitLogs(caps.length > 0 ? Math.min(...caps) : undefined, next),
    rawTransactions,
  ];
  const ask = askUpstreams({
    network: name,
    upstreams,
    heads,
    look: (upstream) => tracker.look(upstream),
    onHedge: (upstream, method) => measures.hedged(method, upstream),
  });
  const handle = steps.reduceRight<CallHandler>((next, step) => step(next), ask);
  const gateway = new NetworkGateway({ network, heads, handle, clock, onCall: measures.called });
  return {
    gateway,
    tracker,
    state: () => ({ name, head: heads.latest?.number, cacheBytes: results.bytes, upstreams }),
  };
}
