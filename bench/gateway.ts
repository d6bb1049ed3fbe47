import { setTimeout as delay } from 'node:timers/promises';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { type Chain, startChain } from './support/chain.ts';
import { startErpc } from './support/erpc.ts';
import { gatewayPid, makeIdle, pin } from './support/processes.ts';
import { bodyOf, type RpcCall, runRpcLoad } from './support/rpc-load.ts';
import { ensureDebianPackage } from './support/wrk.ts';

const ROUNDS = 9;
const SECONDS = 1;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 32;
/** Fewer than for single calls, because a batch is as much work as many calls. */
const BATCH_CONNECTIONS = 4;
const CHAIN_ID = 11155111;
/** The load has one core. The servers share the other: the gateway, eRPC, and the chain itself. */
const SERVER_CORE = 1;
const LOAD_CORE = 0;
const BATCH = 100;
/** The highest acceptable latency that the gateway adds to a call. */
const ADDED_MS = 0.3;

/** URLs of the peers. eRPC is left out if it cannot be installed. */
interface Peers {
  readonly gateway: string;
  readonly anvil: string;
  readonly erpc?: string;
}
type Peer = keyof Peers;

interface Measured {
  readonly what: string;
  readonly calls: readonly RpcCall[];
  /** The lowest acceptable rate of the gateway, as a multiple of the chain's own rate. */
  readonly floor?: number;
}

/** Calls through the gateway compared with calls to its upstream. */
export const gateway: Benchmark = {
  name: 'gateway',
  what: 'calls through the gateway ÷ calls to the same anvil, ÷ calls through eRPC, one core each',
  async run() {
    ensureDebianPackage('wrk');
    const chain = await startChain();
    pin(chain.anvil.pid, SERVER_CORE);
    const home = await nodeHome({
      PALISADE_ROLES: 'gateway',
      PALISADE_GATEWAY_UPSTREAMS: JSON.stringify({ sepolia: [chain.anvil.url] }),
      PALISADE_GATEWAY_RATE_LIMIT: '10000000/1',
    });
    const erpc = await startErpc(chain.anvil.url, CHAIN_ID);
    try {
      const node = await home.start();
      pin(node.child.pid ?? 0, LOAD_CORE);
      pin(gatewayPid(node), SERVER_CORE);
      if (erpc) pin(erpc.child.pid ?? 0, SERVER_CORE);
      // The gateway runs with the lowest priority, so its peers do as well.
      for (const pid of [chain.anvil.pid, erpc?.child.pid]) if (pid !== undefined) makeIdle(pid);
      const peers: Peers = {
        gateway: `${node.gateway}/v1/sepolia`,
        anvil: chain.anvil.url,
        ...(erpc && { erpc: erpc.url }),
      };
      const { kept, passed } = measuredOf(chain);
      for (const { calls } of kept) await assertEqual(peers, calls);
      const rates = [...kept, ...passed].flatMap((measured) => compare(measured, peers));
      // After the rates, because V8 has optimised the code of the gateway after some ten thousand calls.
      return [...latency(peers, passed[0]?.calls ?? []), ...rates];
    } finally {
      await Promise.all([home.remove(), erpc?.stop()]);
      await chain.anvil.stop();
    }
  },
};

/** Calls with cached results, and calls that are forwarded because no two are equal. */
function measuredOf({ fullBlock }: Chain): Record<'kept' | 'passed', readonly Measured[]> {
  const logs = { fromBlock: fullBlock, toBlock: fullBlock };
  const blocks = Array.from({ length: BATCH }, (_, n) => ({
    method: 'eth_getBlockByNumber',
    params: [`0x${(n + 1).toString(16)}`, false],
  }));
  const balance = { method: 'eth_getBalance', params: ['%s', 'latest'] };
  return {
    kept: [
      {
        what: 'eth_getBlockReceipts, 100 transactions',
        calls: [{ method: 'eth_getBlockReceipts', params: [fullBlock] }],
        floor: 5,
      },
      {
        what: 'eth_getLogs, 100 logs',
        calls: [{ method: 'eth_getLogs', params: [logs] }],
        floor: 5,
      },
      { what: 'eth_chainId', calls: [{ method: 'eth_chainId', params: [] }], floor: 1 },
      { what: `batch of ${BATCH} blocks`, calls: blocks },
    ],
    passed: [
      { what: 'eth_getBalance, not kept', calls: [balance] },
      {
        what: `batch of ${BATCH} balances, not kept`,
        calls: Array.from({ length: BATCH }, () => balance),
      },
    ],
  };
}

/** Latency of consecutive calls on one connection. */
function latency(peers: Peers, calls: readonly RpcCall[]): Figure[] {
  const middle = (peer: Peer, seconds = SECONDS) =>
    runRpcLoad({ url: peers[peer] ?? '', calls, connections: 1, seconds, core: LOAD_CORE }).p50Ms;
  const names = Object.keys(peers) as Peer[];
  for (const name of names) middle(name, WARM_UP_SECONDS);
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(names.map((name) => [name, middle(name)] as const)),
  );
  const added = (peer: Peer) =>
    median(rounds.map(({ [peer]: through = 0, anvil = 0 }) => through - anvil));
  return [
    {
      what: 'latency (p50) of eth_getBalance, directly',
      value: median(rounds.map(({ anvil = 0 }) => anvil)),
      unit: 'ms',
    },
    ...names
      .filter((name) => name !== 'anvil')
      .map((name) => ({ what: `added by ${labels[name]}`, value: added(name), unit: 'ms' })),
    { what: `left of ${ADDED_MS} ms`, value: ADDED_MS - added('gateway'), unit: 'ms', floor: 0 },
  ];
}

/** Short interleaved rounds: a ratio is the median of the rounds' ratios, not a ratio of two medians. */
function compare({ what, calls, floor }: Measured, peers: Peers): Figure[] {
  const names = Object.keys(peers) as Peer[];
  const rate = (peer: Peer, seconds = SECONDS) =>
    runRpcLoad({
      url: peers[peer] ?? '',
      calls,
      connections: calls.length > 1 ? BATCH_CONNECTIONS : CONNECTIONS,
      seconds,
      core: LOAD_CORE,
    }).rate;
  for (const name of names) rate(name, WARM_UP_SECONDS);
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(names.map((name) => [name, rate(name)] as const)),
  );
  const ratio = (peer: Exclude<Peer, 'gateway'>, least: number | undefined): Figure => ({
    what: `${what}: gateway ÷ ${labels[peer]}`,
    value: median(rounds.map(({ gateway: ours = 0, [peer]: theirs = 0 }) => ours / theirs)),
    unit: '×',
    ...(least !== undefined && { floor: least }),
  });
  return [
    ...names.map((name) => ({
      what: `${what}: ${labels[name]}`,
      value: median(rounds.map((round) => round[name] ?? 0)),
      unit: 'req/s',
    })),
    ratio('anvil', floor),
    ...(peers.erpc === undefined ? [] : [ratio('erpc', 1)]),
  ];
}

const labels: Readonly<Record<Peer, string>> = {
  gateway: 'the gateway',
  anvil: 'anvil',
  erpc: 'eRPC',
};

/** All peers must return the same results, otherwise their rates could not be compared. */
async function assertEqual(peers: Peers, calls: readonly RpcCall[]): Promise<void> {
  const expected = await resultsOf(peers.anvil, calls);
  for (const url of Object.values(peers)) {
    // The gateway polls the head of the chain, so it may lag for a moment.
    for (let n = 0; (await resultsOf(url, calls)) !== expected; n++) {
      if (n === 20) throw new Error(`${url} returns another result for ${calls[0]?.method}`);
      await delay(500);
    }
  }
}

async function resultsOf(url: string, calls: readonly RpcCall[]): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: bodyOf(calls) });
  const items = [await response.json()].flat() as readonly { id: number; result: unknown }[];
  const sorted = items.toSorted((a, b) => a.id - b.id);
  return JSON.stringify(sorted.map(({ result }) => result));
}
