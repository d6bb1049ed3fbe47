import { setTimeout as delay } from 'node:timers/promises';
import { shippingPid } from '../test/support/logged-site.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { childrenOf, pin, processorTimeOf, stolenTime } from './support/processes.ts';
import { startScript } from './support/script.ts';
import { ensureDebianPackage, type Load, type LoadResult, runLoad } from './support/wrk.ts';

const JOBS = 10;
/** Rounds of each half: as many as the standard error needs, whatever the ratio is. */
const LEAST_ROUNDS = 20;
const MOST_ROUNDS = 75;
/** The wanted standard error of the ratio of a half; that of both together is smaller by a factor of √2. */
const WELL_KNOWN = 0.04;
const SECONDS = 2;
/** Until the edge processes run optimised code, and their heaps have grown. */
const WARM_SECONDS = 8;
const CONNECTIONS = 64;
/** Connections are opened before the first request, because accepting many at once is not to be measured. */
const OPENING_MS = 100;
/** The full load is the median of this many runs. */
const FULL_LOADS = 3;
const EDGE_CORE = 1;
const OTHER_CORE = 0;
const HOST = 'bench.test';
/** How long the shipping process may take to read the latest lines. */
const BACKLOG_MS = 3_000;

/** The cost of log push for visitors: two nodes are measured alternately, one of which has jobs. In the second half the other one has them. */
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
      const port = Number(receiver.printed);
      const first = await startNode(homes, origin.origin);
      const second = await startNode(homes, origin.origin);
      return figures([
        await measure({ plain: first, pushing: second }, port),
        await measure({ plain: second, pushing: first }, port),
      ]);
    } finally {
      receiver.child.kill();
      await Promise.all([origin.stop(), ...homes.map((home) => home.remove())]);
    }
  },
};

interface Turn extends LoadResult {
  /** Processor time of the shipping process that has jobs, in seconds. */
  readonly shipping: number;
  /** Steal time: the share of both cores that other virtual machines took. */
  readonly stolen: number;
}

interface Round {
  readonly without: Turn;
  readonly with: Turn;
}

interface Half {
  /** Requests per second. */
  readonly full: number;
  readonly rounds: readonly Round[];
  /** Lines that the jobs have read, and the processor time for them in seconds. */
  readonly lines: number;
  readonly cpu: number;
}

async function measure(nodes: { plain: Site; pushing: Site }, port: number): Promise<Half> {
  const { plain, pushing } = nodes;
  const jobs = await createJobs(pushing, port);
  const pid = await untilShipping(pushing.node);
  for (const { node } of [plain, pushing]) load(node, { seconds: WARM_SECONDS });
  const full = median(Array.from({ length: FULL_LOADS }, () => load(plain.node, {}).rate));
  load(pushing.node, {});
  const script = fixedRate(full / 2);
  await untilRead(jobs);
  const before = { cpu: processorTimeOf(pid), lines: await jobs.lines() };
  const rounds: Round[] = [];
  for (let n = 0; n < MOST_ROUNDS && !isWellKnown(rounds); n++) {
    const first = turn((n % 2 ? pushing : plain).node, script, pid);
    const second = turn((n % 2 ? plain : pushing).node, script, pid);
    rounds.push(n % 2 ? { without: second, with: first } : { without: first, with: second });
  }
  await delay(BACKLOG_MS);
  const cpu = processorTimeOf(pid) - before.cpu;
  const lines = (await jobs.lines()) - before.lines;
  await jobs.remove();
  return { full, rounds, lines, cpu };
}

const isWellKnown = (rounds: readonly Round[]) =>
  rounds.length >= LEAST_ROUNDS && ratioOf(rounds).standardError <= WELL_KNOWN;

/** Without ÷ with jobs: the geometric mean over all rounds, with equal weights. */
function ratioOf(rounds: readonly Round[]): {
  readonly mean: number;
  readonly standardError: number;
} {
  const logs = rounds.map((round) => Math.log(round.without.p99Ms / round.with.p99Ms));
  const mean = average(logs);
  const variance = sum(logs.map((log) => (log - mean) ** 2)) / (logs.length - 1);
  return { mean: Math.exp(mean), standardError: Math.sqrt(variance / logs.length) };
}

function figures(halves: readonly Half[]): Figure[] {
  const rounds = halves.flatMap((half) => half.rounds);
  const lines = sum(halves.map((half) => half.lines));
  const turns = (of: keyof Round) => rounds.map((round) => round[of]);
  const quietest = (of: keyof Round) =>
    halves.flatMap((half) =>
      half.rounds
        .map((round) => round[of])
        .sort((a, b) => a.stolen - b.stolen)
        .slice(0, half.rounds.length / 2),
    );
  const work = (of: keyof Round) => sum(turns(of).map(({ shipping }) => shipping));
  const { mean, standardError } = ratioOf(rounds);
  return [
    { what: 'full load', value: median(halves.map(({ full }) => full)), unit: 'req/s' },
    ...(['without', 'with'] as const).flatMap((of) => [
      {
        what: `load while it was measured, ${of} jobs`,
        value: median(turns(of).map(({ rate }) => rate)),
        unit: 'req/s',
      },
      {
        what: `what others took of both cores meanwhile, ${of} jobs, mean`,
        value: 100 * average(turns(of).map(({ stolen }) => stolen)),
        unit: '%',
      },
      {
        what: `p99 of a round ${of} jobs, geometric mean`,
        value: Math.exp(average(turns(of).map(({ p99Ms }) => Math.log(p99Ms)))),
        unit: 'ms',
      },
    ]),
    { what: 'rounds', value: rounds.length, unit: '' },
    { what: 'without ÷ with, geometric mean', value: mean, unit: '×', floor: 1 / 1.3 },
    { what: 'standard error of that', value: standardError * mean, unit: '×' },
    ...Object.entries({
      'p99 of all requests': (of: keyof Round) => percentile(99, turns(of)),
      'p99 of the requests of the quieter half': (of: keyof Round) => percentile(99, quietest(of)),
      'median of rounds': (of: keyof Round) => median(turns(of).map(({ p99Ms }) => p99Ms)),
    }).map(([way, p99]) => ({
      what: `without ÷ with, by the ${way}`,
      value: p99('without') / p99('with'),
      unit: '×',
    })),
    {
      what: 'share of the work for jobs that was done while the other node was measured',
      value: work('without') / (work('without') + work('with')),
      unit: '',
    },
    {
      what: `lines read ${BACKLOG_MS / 1000} s after the last request ÷ requests`,
      value: lines / sum(turns('with').map(({ requests }) => requests)),
      unit: '×',
      floor: 0.99,
    },
    {
      what: `processor time per line, ${JOBS} jobs together`,
      value: (sum(halves.map(({ cpu }) => cpu)) / lines) * 1e6,
      unit: 'µs',
    },
  ];
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const average = (values: readonly number[]) => sum(values) / values.length;

/** A percentile of the response times of all requests of several turns. */
function percentile(percent: number, turns: readonly Turn[]): number {
  const times = turns.flatMap((each) => [...each.times]).sort(([a], [b]) => a - b);
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

interface Jobs {
  /** Lines that the first job has read. */
  lines(): Promise<number>;
  remove(): Promise<void>;
}

/** Jobs with different filters, half of which pass every line. */
async function createJobs({ node, zoneId }: Site, port: number): Promise<Jobs> {
  const call = apiOf(node);
  const paths: string[] = [];
  for (let n = 0; n < JOBS; n++) {
    const where = { key: 'EdgeResponseStatus', operator: n % 2 ? 'geq' : 'lt', value: 300 + n };
    const job = await call('POST', `/zones/${zoneId}/logpush/jobs`, {
      destination_conf: `http://127.0.0.1:${port}/${n}`,
      enabled: true,
      filter: JSON.stringify({ where }),
    });
    paths.push(`/zones/${zoneId}/logpush/jobs/${job.id}`);
  }
  return {
    async lines() {
      const ledger: unknown = await call('GET', `${paths[0]}/ledger`);
      return (ledger as { total: { produced: number } }).total.produced;
    },
    async remove() {
      for (const path of paths) await call('DELETE', path);
    },
  };
}

/** Waits until the backlog of the warm-up is read, which is not counted. */
async function untilRead(jobs: Jobs): Promise<void> {
  let before = -1;
  for (let lines = 0; lines !== before; ) {
    before = lines;
    await delay(BACKLOG_MS);
    lines = await jobs.lines();
  }
}

async function untilShipping(node: NodeProcess): Promise<number> {
  for (;;) {
    const pid = shippingPid(node);
    if (pid !== undefined) return pid;
    await delay(50);
  }
}

/**
 * Gives wrk, which has no option for it, a fixed rate, in Lua: an idle connection takes the next time of a schedule. If that has
 * passed already, it sends at once, so that a node that is slow for a while gets as many requests as the other.
 */
function fixedRate(perSecond: number): string {
  return `
local ffi = require('ffi')
ffi.cdef('struct moment { long s, ns; }; int clock_gettime(int clock, struct moment *now);')
local MONOTONIC, moment = 1, ffi.new('struct moment')
local function ms()
  ffi.C.clock_gettime(MONOTONIC, moment)
  return tonumber(moment.s) * 1e3 + tonumber(moment.ns) / 1e6
end
local due
function delay()
  local now = ms()
  due = (due or now + ${OPENING_MS}) + math.random() * ${2_000 / perSecond}
  return math.max(0, due - now + 0.5)
end`;
}

function turn(node: NodeProcess, script: string, shippingProcess: number): Turn {
  const stolen = stolenTime();
  const shipping = processorTimeOf(shippingProcess);
  const result = load(node, { script });
  return {
    ...result,
    shipping: processorTimeOf(shippingProcess) - shipping,
    stolen: (stolenTime() - stolen) / (2 * SECONDS),
  };
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
