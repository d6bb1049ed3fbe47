import { setTimeout as delay } from 'node:timers/promises';
import { shippingPid } from '../test/support/logged-site.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { childrenOf, pin, processorTimeOf } from './support/processes.ts';
import { startScript } from './support/script.ts';
import { ensureDebianPackage, type Load, type LoadResult, runLoad } from './support/wrk.ts';

const JOBS = 10;
const ROUNDS = 24;
const SECONDS = 2;
/** Until the edge processes run compiled code, and know how much memory they need. */
const WARM_SECONDS = 8;
const CONNECTIONS = 64;
const EDGE_CORE = 1;
const OTHER_CORE = 0;
const HOST = 'bench.test';
/** How long the shipping process may take to read what was just logged. */
const BACKLOG_MS = 3_000;

/** What log push costs visitors: two nodes in turns, one of which has jobs. */
export const shipping: Benchmark = {
  name: 'shipping',
  what: `response times at half of the full load without log push ÷ with ${JOBS} jobs`,
  async run() {
    ensureDebianPackage('wrk');
    const origin = await startNginx();
    for (const pid of [origin.pid, ...childrenOf(origin.pid)]) pin(pid, OTHER_CORE);
    const receiver = await startScript('log-receiver.ts');
    const homes: NodeHome[] = [];
    try {
      const plain = await startNode(homes, origin.origin);
      const pushing = await startNode(homes, origin.origin);
      const ledger = await createJobs(pushing, Number(receiver.printed));
      const pid = await untilShipping(pushing.node);
      for (const { node } of [plain, pushing]) load(node, { seconds: WARM_SECONDS });
      const full = load(plain.node, {}).rate;
      load(pushing.node, {});
      const pause = Math.round((CONNECTIONS / (full / 2)) * 1_000);
      // Without chance all connections would ask at the same moments, and wait for each other.
      const script = `function delay() return math.random(0, ${pause * 2}) end`;
      await untilRead(ledger);
      const before = { cpu: processorTimeOf(pid), lines: await linesOf(ledger) };
      const rounds: { without: LoadResult; with: LoadResult }[] = [];
      for (let n = 0; n < ROUNDS; n++) {
        const first = load((n % 2 ? pushing : plain).node, { script });
        const second = load((n % 2 ? plain : pushing).node, { script });
        rounds.push(n % 2 ? { without: second, with: first } : { without: first, with: second });
      }
      await delay(BACKLOG_MS);
      const after = { cpu: processorTimeOf(pid), lines: await linesOf(ledger) };
      const lines = after.lines - before.lines;
      const served = rounds.reduce((sum, round) => sum + round.with.requests, 0);
      const p99 = (of: 'without' | 'with') =>
        percentile(
          99,
          rounds.map((round) => round[of].times),
        ) / 1_000;
      const p99OfRounds = (of: 'without' | 'with') =>
        median(rounds.map((round) => round[of].p99Ms));
      return [
        { what: 'full load', value: full, unit: 'req/s' },
        {
          what: 'load while it was measured',
          value: median(rounds.map((round) => round.with.rate)),
          unit: 'req/s',
        },
        { what: 'p99 without jobs', value: p99('without'), unit: 'ms' },
        { what: `p99 with ${JOBS} jobs`, value: p99('with'), unit: 'ms' },
        { what: 'without ÷ with', value: p99('without') / p99('with'), unit: '×', floor: 1 / 1.1 },
        { what: 'median of rounds without jobs', value: p99OfRounds('without'), unit: 'ms' },
        { what: `median of rounds with ${JOBS} jobs`, value: p99OfRounds('with'), unit: 'ms' },
        {
          what: 'without ÷ with, by medians of rounds',
          value: p99OfRounds('without') / p99OfRounds('with'),
          unit: '×',
        },
        {
          what: `lines read ${BACKLOG_MS / 1000} s after the last request ÷ requests`,
          value: lines / served,
          unit: '×',
          floor: 0.99,
        },
        {
          what: `processor time per line, ${JOBS} jobs together`,
          value: ((after.cpu - before.cpu) / lines) * 1e6,
          unit: 'µs',
        },
      ];
    } finally {
      receiver.child.kill();
      await Promise.all([origin.stop(), ...homes.map((home) => home.remove())]);
    }
  },
};

/** Of all requests of several rounds. */
function percentile(percent: number, rounds: readonly LoadResult['times'][]): number {
  const times = rounds.flatMap((round) => [...round]).sort(([a], [b]) => a - b);
  const total = times.reduce((sum, [, count]) => sum + count, 0);
  let rest = (total * percent) / 100;
  for (const [time, count] of times) {
    rest -= count;
    if (rest <= 0) return time;
  }
  throw new Error('there were no requests');
}

interface Site {
  readonly node: NodeProcess;
  readonly zoneId: string;
}

async function startNode(homes: NodeHome[], origin: string): Promise<Site> {
  const home = await nodeHome({ PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  homes.push(home);
  const node = await home.start();
  const call = apiOf(node);
  const account = await firstAccount(call);
  const zoneId = await createSite(call, account, HOST, await createPool(call, account, origin));
  pin(node.child.pid ?? 0, OTHER_CORE);
  for (const pid of childrenOf(node.child.pid ?? 0)) pin(pid, EDGE_CORE);
  return { node, zoneId };
}

/** Jobs with different filters, half of which take every line. The result reads the ledger of the first. */
async function createJobs({ node, zoneId }: Site, port: number): Promise<() => Promise<unknown>> {
  const call = apiOf(node);
  const ids: unknown[] = [];
  for (let n = 0; n < JOBS; n++) {
    const where = { key: 'EdgeResponseStatus', operator: n % 2 ? 'geq' : 'lt', value: 300 + n };
    const job = await call('POST', `/zones/${zoneId}/logpush/jobs`, {
      destination_conf: `http://127.0.0.1:${port}/${n}`,
      enabled: true,
      filter: JSON.stringify({ where }),
    });
    ids.push(job.id);
  }
  return () => call('GET', `/zones/${zoneId}/logpush/jobs/${ids[0]}/ledger`);
}

async function linesOf(ledger: () => Promise<unknown>): Promise<number> {
  return ((await ledger()) as { total: { produced: number } }).total.produced;
}

/** What was logged while the nodes warmed up is not counted. */
async function untilRead(ledger: () => Promise<unknown>): Promise<void> {
  let before = -1;
  for (let lines = 0; lines !== before; ) {
    before = lines;
    await delay(BACKLOG_MS);
    lines = await linesOf(ledger);
  }
}

async function untilShipping(node: NodeProcess): Promise<number> {
  for (;;) {
    const pid = shippingPid(node);
    if (pid !== undefined) return pid;
    await delay(50);
  }
}

function load({ edge }: NodeProcess, options: Partial<Load>): LoadResult {
  const headers = { Host: HOST };
  return runLoad({
    url: edge,
    headers,
    connections: CONNECTIONS,
    seconds: SECONDS,
    core: OTHER_CORE,
    withTimes: true,
    ...options,
  });
}
