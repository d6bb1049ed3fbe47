import { setTimeout as delay } from 'node:timers/promises';
import { type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, lowerQuartile, median } from './support/benchmark.ts';
import { type Chain, startChain } from './support/chain.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { edgePids, gatewayPid, makeIdle, pin, processorTimeOf } from './support/processes.ts';
import { type RpcCall, rpcScript } from './support/rpc-load.ts';
import { ensureDebianPackage, type Load, type LoadResult, startLoad } from './support/wrk.ts';

const ROUNDS = 40;
const SECONDS = 1;
const CLIENTS = 64;
const CONNECTIONS = 32;
/** The flood begins before the measurement, and ends after it. */
const FLOOD_SECONDS = SECONDS + 1;
const BEFORE_MS = 300;
const EDGE_CORE = 1;
const OTHER_CORE = 0;
const HOST = 'bench.test';

/** The highest acceptable ratio of the 99th percentiles. */
const MOST = 1.5;

type Target = 'API' | 'edge';
type Round = Readonly<Record<Target, LoadResult>>;

/**
 * The cost of a flood of calls for visitors and the API: alternating rounds with and without it. Load, origin and primary share a core,
 * the edge has the other. The gateway is not pinned. The flooding clients and the chain would run on other machines, so they only get
 * idle processor time.
 */
export const gatewaySaturated: Benchmark = {
  name: 'gateway-saturated',
  what: `response times of API and edge at a third of their capacity, beside ${CLIENTS} clients that flood the gateway`,
  async run() {
    ensureDebianPackage('wrk');
    const origin = await startNginx();
    const chain = await startChain();
    makeIdle(chain.anvil.pid);
    const home = await nodeHome({
      PALISADE_GATEWAY_UPSTREAMS: JSON.stringify({ sepolia: [chain.anvil.url] }),
      PALISADE_GATEWAY_RATE_LIMIT: '10000000/1',
    });
    try {
      const node = await home.start();
      const loads = await loadsOf(node, origin.origin);
      const gateway = gatewayPid(node);
      for (const pid of edgePids(node)) pin(pid, EDGE_CORE);
      pin(node.child.pid ?? 0, OTHER_CORE);
      return await measure(loads, floodOf(node, chain), gateway);
    } finally {
      await Promise.all([origin.stop(), home.remove()]);
      await chain.anvil.stop();
    }
  },
};

type Loads = Readonly<Record<Target, Load>>;

async function loadsOf(node: NodeProcess, origin: string): Promise<Loads> {
  const call = apiOf(node);
  const account = await firstAccount(call);
  const zone = await createSite(call, account, HOST, await createPool(call, account, origin));
  const common = { connections: CONNECTIONS, seconds: SECONDS, core: OTHER_CORE };
  const authorization = `Bearer ${node.token()}`;
  return {
    API: { ...common, url: `${node.api}/zones/${zone}`, headers: { authorization } },
    edge: { ...common, url: node.edge, headers: { Host: HOST } },
  };
}

/** Cacheable calls, with long and short results, and calls that must be forwarded. */
function floodOf(node: NodeProcess, { fullBlock }: Chain): Load {
  const calls: readonly RpcCall[] = [
    { method: 'eth_getBlockReceipts', params: [fullBlock] },
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBalance', params: ['%s', 'latest'] },
  ];
  return {
    url: `${node.gateway}/v1/sepolia`,
    connections: CLIENTS,
    seconds: FLOOD_SECONDS,
    isIdle: true,
    script: rpcScript(calls.map((one) => [one])),
  };
}

async function measure(loads: Loads, flood: Load, gateway: number): Promise<Figure[]> {
  const alone = await startLoad(flood);
  for (const load of Object.values(loads)) await startLoad({ ...load, seconds: 4 });
  const capacity = {
    API: (await startLoad(loads.API)).rate,
    edge: (await startLoad(loads.edge)).rate,
  };
  const steady: Loads = {
    API: { ...loads.API, script: pausesFor(capacity.API) },
    edge: { ...loads.edge, script: pausesFor(capacity.edge) },
  };
  const quiet: Round[] = [];
  const flooded: Round[] = [];
  const floods: LoadResult[] = [];
  const used: number[] = [];
  const floodedRound = async () => {
    const flooding = startLoad(flood);
    await delay(BEFORE_MS);
    const before = processorTimeOf(gateway);
    flooded.push(await round(steady));
    used.push((processorTimeOf(gateway) - before) / SECONDS);
    floods.push(await flooding);
  };
  for (let n = 0; n < ROUNDS; n++) {
    if (n % 2 === 0) quiet.push(await round(steady));
    await floodedRound();
    if (n % 2 === 1) quiet.push(await round(steady));
  }
  const failed = [...quiet, ...flooded].flatMap(Object.values<LoadResult>);
  const targets = ['API', 'edge'] as const;
  return [
    { what: 'calls of the flood, alone', value: alone.rate, unit: 'req/s' },
    {
      what: 'calls of the flood beside the others',
      value: median(floods.map(({ rate }) => rate)),
      unit: 'req/s',
    },
    { what: 'processor time of the gateway meanwhile', value: median(used), unit: 'cores' },
    ...targets.flatMap((target) => figuresOf(target, capacity[target], quiet, flooded)),
    {
      what: 'requests that failed, of API and edge',
      value: 0 - failed.reduce((sum, { failures }) => sum + failures, 0),
      unit: '',
      floor: 0,
    },
    {
      what: 'calls of the flood that failed',
      value: 0 - floods.reduce((sum, { failures }) => sum + failures, 0),
      unit: '',
    },
  ];
}

function figuresOf(
  target: Target,
  capacity: number,
  quiet: readonly Round[],
  flooded: readonly Round[],
): Figure[] {
  const p99 = (rounds: readonly Round[]) => lowerQuartile(rounds.map((one) => one[target].p99Ms));
  return [
    { what: `${target}: capacity`, value: capacity, unit: 'req/s' },
    {
      what: `${target}: rate while it was measured`,
      value: median(flooded.map((one) => one[target].rate)),
      unit: 'req/s',
    },
    { what: `${target}: p99 without flood`, value: p99(quiet), unit: 'ms' },
    { what: `${target}: p99 beside the flood`, value: p99(flooded), unit: 'ms' },
    {
      what: `${target}: without ÷ beside the flood`,
      value: p99(quiet) / p99(flooded),
      unit: '×',
      floor: 1 / MOST,
    },
  ];
}

/** Both at the same time. */
async function round({ API, edge }: Loads): Promise<Round> {
  const [api, visitors] = await Promise.all([startLoad(API), startLoad(edge)]);
  return { API: api, edge: visitors };
}

/** Pauses for a third of a rate. They are random, because otherwise all connections would send at the same moments and queue. */
function pausesFor(capacity: number): string {
  const pause = Math.round((CONNECTIONS / (capacity / 3)) * 1_000);
  return `function delay() return math.random(0, ${pause * 2}) end`;
}
