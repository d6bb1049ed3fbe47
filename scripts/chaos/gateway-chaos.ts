import { setTimeout as delay } from 'node:timers/promises';
import { type Anvil, startAnvil } from '../../src/gateway/fixtures/anvil.ts';
import {
  type Fault,
  type FaultyNode,
  startFaultyNode,
} from '../../src/gateway/fixtures/faulty-node.ts';
import { startGateway, type TestGateway } from '../../src/gateway/fixtures/test-gateway.ts';
import { metricsText } from '../../src/telemetry/metrics-text.ts';
import { PrometheusMetrics } from '../../src/telemetry/prometheus-metrics.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';

const CLIENTS = 32;
const LAG = 20;
const hex = (number: number) => `0x${number.toString(16)}`;

/** What the first upstream does in a round; the second one lags behind. Undefined: it is killed in the middle of the round. */
const troubles: Readonly<Record<string, Fault | undefined>> = {
  killed: undefined,
  'another chain': async ({ method, id }, answer) =>
    method === 'eth_chainId' ? { jsonrpc: '2.0', id, result: '0x1' } : await answer(),
  garbage: () => '<html>busy</html>',
  'slow answers': async (_, answer) => {
    await delay(1_000);
    return await answer();
  },
};

interface Round {
  failed: number;
  stale: number;
  wrong: number;
  readonly times: number[];
  readonly problems: Set<string>;
}

/**
 * Calls a gateway with three upstreams before one chain: the first is in trouble, the second lags behind, the third is sound. Returns the
 * number of rounds with problems.
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
    for (const [name, fault] of Object.entries(troubles)) {
      if (!name.includes(only)) continue;
      if (!(await runRound(name, fault, chain, calls))) failures += 1;
    }
  } finally {
    await chain.stop();
  }
  return failures;
}

async function runRound(
  name: string,
  fault: Fault | undefined,
  chain: Anvil,
  calls: number,
): Promise<boolean> {
  const nodes = [
    await startFaultyNode(chain.url, fault),
    await startFaultyNode(chain.url, laggingBehind(chain)),
    await startFaultyNode(chain.url),
  ];
  const metrics = new PrometheusMetrics();
  const gateway = await startGateway(
    nodes.map(({ url }) => url),
    {},
    { ...silentTelemetry, metrics },
  );
  const mining = setInterval(() => void chain.mine(), 1_000);
  const round: Round = { failed: 0, stale: 0, wrong: 0, times: [], problems: new Set() };
  try {
    let left = calls;
    const work = async (client: number) => {
      for (let seen = 0; left > 0; ) {
        left -= 1;
        if (!fault && left === Math.floor(calls / 2)) await nodes[0]?.stop();
        seen = Math.max(seen, await oneCall(gateway, round, client, left, seen));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  } finally {
    clearInterval(mining);
    await gateway.stop();
    await Promise.all(nodes.slice(fault ? 0 : 1).map((node: FaultyNode) => node.stop()));
  }
  const text = await metricsText([await metrics.snapshot()]);
  const isOk = round.failed + round.stale + round.wrong === 0;
  round.times.sort((a, b) => a - b);
  const at = (share: number) =>
    `${Math.round(round.times[Math.floor(round.times.length * share)] ?? 0)} ms`;
  const { failed, stale, wrong } = round;
  const kept = sumOf(text, /^palisade_gateway_cache_total\{.*result="(?:hit|joined)"\} (\d+)$/gm);
  const hedges = sumOf(text, /^palisade_gateway_hedges_total\{.*\} (\d+)$/gm);
  const cells = [calls, failed, stale, wrong, at(0.5), at(0.99), kept, hedges];
  printRow(name, cells, isOk ? 'ok' : 'FAILED');
  for (const problem of round.problems) process.stdout.write(`    ${problem}\n`);
  printUpstreams(text);
  return isOk;
}

/** Makes a safe call and compares its result. Returns the highest block that the client has seen. */
async function oneCall(
  gateway: TestGateway,
  round: Round,
  client: number,
  n: number,
  seen: number,
): Promise<number> {
  const began = performance.now();
  try {
    if (n % 4 === 0) {
      const height = Number(await gateway.call('eth_blockNumber'));
      if (height < seen) round.stale += 1;
      return height;
    }
    if (n % 4 === 1) {
      const block = (await gateway.call('eth_getBlockByNumber', 'latest', false)) as Block;
      if (Number(block.number) < seen) round.stale += 1;
      return Number(block.number);
    }
    if (n % 4 === 2) {
      const number = hex(1 + (n % 100));
      const block = (await gateway.call('eth_getBlockByNumber', number, false)) as Block | null;
      if (block?.number !== number) round.wrong += 1;
      return 0;
    }
    const slot = hex(client * 1e6 + n);
    const value = await gateway.call('eth_getStorageAt', `0x${'12'.repeat(20)}`, slot, 'latest');
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

/** Knows nothing of the last blocks. */
function laggingBehind(chain: Anvil): Fault {
  const newest = async () => Number(await chain.call('eth_blockNumber')) - LAG;
  return async ({ method, params, id }, answer) => {
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
    return await answer();
  };
}

/** What each upstream was asked, by result, and why it was left out. */
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
  process.stdout.write(`${name.padEnd(18)}${padded.join('')}  ${verdict}\n`);
}
