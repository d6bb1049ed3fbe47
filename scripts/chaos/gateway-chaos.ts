import { setTimeout as delay } from 'node:timers/promises';
import { type Anvil, startAnvil } from '../../src/gateway/fixtures/anvil.ts';
import {
  type Fault,
  type FaultyNode,
  startFaultyNode,
} from '../../src/gateway/fixtures/faulty-node.ts';
import { rpc } from '../../src/gateway/fixtures/rpc-client.ts';
import { nodeHome } from '../../test/support/node-process.ts';

const CLIENTS = 32;
const LAG = 20;
const hex = (number: number) => `0x${number.toString(16)}`;

/** The faults of the upstreams in a round. The second upstream always lags behind. */
interface Trouble {
  readonly name: string;
  readonly first?: Fault;
  readonly third?: Fault;
  /** The first one is killed in the middle of the round. */
  readonly isKilled?: boolean;
}

const slowly: Fault = async (_, realResponse) => {
  await delay(1_000);
  return await realResponse();
};
const ofAnotherChain: Fault = async ({ method, id }, realResponse) =>
  method === 'eth_chainId' ? { jsonrpc: '2.0', id, result: '0x1' } : await realResponse();

const troubles: readonly Trouble[] = [
  { name: 'killed', isKilled: true },
  { name: 'another chain', first: ofAnotherChain },
  { name: 'garbage', first: () => '<html>busy</html>' },
  { name: 'slow answers', first: slowly },
  { name: 'killed, third slow', isKilled: true, third: slowly },
];

type Call = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

interface Round {
  failed: number;
  stale: number;
  wrong: number;
  readonly times: number[];
  readonly problems: Set<string>;
}

/**
 * Calls the gateway of a node with three upstreams in front of one chain: the first is faulty, the second lags behind, and the third is
 * healthy, or slow in the last round. Returns the number of rounds with problems.
 */
export async function gatewayChaos(options: {
  readonly calls: number;
  /** Rounds whose name contains this text. */
  readonly only: string;
}): Promise<number> {
  const { calls, only } = options;
  const chain = await startAnvil();
  let failures = 0;
  try {
    await chain.mine(100);
    printRow(
      'first upstream',
      ['calls', 'failed', 'stale', 'wrong', 'p50', 'p99', 'kept', 'hedges'],
      '',
    );
    for (const trouble of troubles.filter(({ name }) => name.includes(only))) {
      if (!(await runRound(trouble, chain, calls))) failures += 1;
    }
  } finally {
    await chain.stop();
  }
  return failures;
}

async function runRound(trouble: Trouble, chain: Anvil, calls: number): Promise<boolean> {
  const nodes = [
    await startFaultyNode(chain.url, trouble.first),
    await startFaultyNode(chain.url, laggingBehind(chain)),
    await startFaultyNode(chain.url, trouble.third),
  ];
  const home = await nodeHome({
    PALISADE_ROLES: 'gateway',
    PALISADE_GATEWAY_UPSTREAMS: JSON.stringify({ sepolia: nodes.map(({ url }) => url) }),
    PALISADE_GATEWAY_RATE_LIMIT: 'off',
  });
  const mining = setInterval(() => void chain.mine(), 1_000);
  const round: Round = { failed: 0, stale: 0, wrong: 0, times: [], problems: new Set() };
  const alive = new Set<FaultyNode>(nodes);
  let text: string;
  try {
    const node = await home.start();
    const call: Call = (method, ...params) => rpc(`${node.gateway}/v1/sepolia`, method, params);
    let left = calls;
    const work = async (client: number) => {
      for (let seen = 0; left > 0; ) {
        left -= 1;
        const [first] = nodes;
        if (trouble.isKilled && left === Math.floor(calls / 2) && first) {
          alive.delete(first);
          await first.stop();
        }
        seen = Math.max(seen, await oneCall(call, round, client, left, seen));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    text = await (await fetch(`${node.origin}/metrics`)).text();
  } finally {
    clearInterval(mining);
    await home.remove();
    await Promise.all([...alive].map((node) => node.stop()));
  }
  const isOk = round.failed + round.stale + round.wrong === 0;
  round.times.sort((a, b) => a - b);
  const at = (share: number) =>
    `${Math.round(round.times[Math.floor(round.times.length * share)] ?? 0)} ms`;
  const { failed, stale, wrong } = round;
  const kept = sumOf(text, /^palisade_gateway_cache_total\{.*result="(?:hit|joined)"\} (\d+)$/gm);
  const hedges = sumOf(text, /^palisade_gateway_hedges_total\{.*\} (\d+)$/gm);
  const cells = [calls, failed, stale, wrong, at(0.5), at(0.99), kept, hedges];
  printRow(trouble.name, cells, isOk ? 'ok' : 'FAILED');
  for (const problem of round.problems) process.stdout.write(`    ${problem}\n`);
  printUpstreams(text);
  return isOk;
}

/** Makes a read-only call and compares its result. Returns the highest block that the client has seen. */
async function oneCall(
  call: Call,
  round: Round,
  client: number,
  n: number,
  seen: number,
): Promise<number> {
  const began = performance.now();
  try {
    if (n % 4 === 0) {
      const height = Number(await call('eth_blockNumber'));
      if (height < seen) round.stale += 1;
      return height;
    }
    if (n % 4 === 1) {
      const block = (await call('eth_getBlockByNumber', 'latest', false)) as Block;
      if (Number(block.number) < seen) round.stale += 1;
      return Number(block.number);
    }
    if (n % 4 === 2) {
      const number = hex(1 + (n % 100));
      const block = (await call('eth_getBlockByNumber', number, false)) as Block | null;
      if (block?.number !== number) round.wrong += 1;
      return 0;
    }
    const slot = hex(client * 1e6 + n);
    const value = await call('eth_getStorageAt', `0x${'12'.repeat(20)}`, slot, 'latest');
    if (Number(value) !== 0) round.wrong += 1;
    return 0;
  } catch (error) {
    round.failed += 1;
    round.problems.add((error as Error).message);
    return 0;
  } finally {
    round.times.push(performance.now() - began);
  }
}

interface Block {
  readonly number: string;
}

/** An upstream that lacks the latest blocks. */
function laggingBehind(chain: Anvil): Fault {
  const newest = async () => Number(await chain.call('eth_blockNumber')) - LAG;
  return async ({ method, params, id }, realResponse) => {
    const height = await newest();
    if (method === 'eth_blockNumber') return { jsonrpc: '2.0', id, result: hex(height) };
    if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
      const result = await chain.call('eth_getBlockByNumber', hex(height), false);
      return { jsonrpc: '2.0', id, result };
    }
    const asked = Number(params.find((param) => /^0x[0-9a-f]{1,8}$/.test(String(param))));
    if (method !== 'eth_getStorageAt' && asked > height)
      return { jsonrpc: '2.0', id, result: null };
    if (method === 'eth_getStorageAt' && Number(params[2]) > height) {
      return { jsonrpc: '2.0', id, error: { code: -32000, message: 'header not found' } };
    }
    return await realResponse();
  };
}

/** Prints the calls to each upstream by result, and the reasons why it was skipped. */
function printUpstreams(text: string): void {
  const asked = new Map<string, Map<string, number>>();
  const pattern =
    /^palisade_gateway_upstream_calls_total\{.*upstream="([^"]+)".*result="([^"]+)"\} (\d+)$/gm;
  for (const [, upstream = '', result = '', count] of text.matchAll(pattern)) {
    const results = asked.get(upstream) ?? new Map<string, number>();
    asked.set(upstream, results.set(result, (results.get(result) ?? 0) + Number(count)));
  }
  for (const [upstream, results] of asked) {
    const left = [
      ...text.matchAll(
        new RegExp(
          `^palisade_gateway_upstream_left_out_total\\{.*upstream="${upstream}",cause="([^"]+)"\\} (\\d+)$`,
          'gm',
        ),
      ),
    ].map(([, cause, count]) => `left out ${count} times (${cause})`);
    const parts = [...results].map(([result, count]) => `${count} ${result}`);
    process.stdout.write(`    ${upstream}: ${[...parts, ...left].join(', ')}\n`);
  }
}

function sumOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
}

function printRow(name: string, cells: readonly (string | number)[], verdict: string): void {
  const padded = cells.map((cell) => String(cell).padStart(9));
  process.stdout.write(`${name.padEnd(20)}${padded.join('')}  ${verdict}\n`);
}
