import { setTimeout as delay } from 'node:timers/promises';
import { startBatchReceiver } from '../test/support/batch-receiver.ts';
import { shippingPid } from '../test/support/logged-site.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { childrenOf, pin, processorTimeOf } from './support/processes.ts';
import { ensureDebianPackage, type Load, runLoad } from './support/wrk.ts';

const JOBS = 10;
const ROUNDS = 16;
const SECONDS = 2;
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
    const receiver = await startBatchReceiver('http');
    const homes: NodeHome[] = [];
    try {
      const plain = await startNode(homes, origin.origin);
      const pushing = await startNode(homes, origin.origin);
      const ledger = await createJobs(pushing, receiver.port);
      const pid = await untilShipping(pushing.node);
      for (const { node } of [plain, pushing]) load(node, { seconds: 4 });
      const full = median([plain, pushing, plain].map(({ node }) => load(node, {}).rate));
      const script = `function delay() return ${Math.round((CONNECTIONS / (full / 2)) * 1000)} end`;
      const before = { cpu: processorTimeOf(pid), lines: await linesOf(ledger) };
      const rounds = Array.from({ length: ROUNDS }, (_, n) => {
        const order = n % 2 === 0 ? [plain, pushing] : [pushing, plain];
        const results = new Map(order.map((site) => [site, load(site.node, { script })]));
        return [results.get(plain), results.get(pushing)].map(
          (each) => each ?? { p99Ms: 0, rate: 0 },
        );
      });
      await delay(BACKLOG_MS);
      const after = { cpu: processorTimeOf(pid), lines: await linesOf(ledger) };
      const lines = after.lines - before.lines;
      const served = rounds.reduce((sum, [, pushed]) => sum + (pushed?.rate ?? 0) * SECONDS, 0);
      const p99 = (at: number) => median(rounds.map((round) => round[at]?.p99Ms ?? 0));
      return [
        { what: 'full load', value: full, unit: 'req/s' },
        {
          what: 'load while it was measured',
          value: median(rounds.map(([first]) => first?.rate ?? 0)),
          unit: 'req/s',
        },
        { what: 'p99 without jobs', value: p99(0), unit: 'ms' },
        { what: `p99 with ${JOBS} jobs`, value: p99(1), unit: 'ms' },
        { what: 'without ÷ with', value: p99(0) / p99(1), unit: '×', floor: 1 / 1.1 },
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
      await Promise.all([origin.stop(), receiver.stop(), ...homes.map((home) => home.remove())]);
    }
  },
};

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

async function untilShipping(node: NodeProcess): Promise<number> {
  for (;;) {
    const pid = await shippingPid(node);
    if (pid !== undefined) {
      pin(pid, OTHER_CORE, EDGE_CORE);
      return pid;
    }
    await delay(50);
  }
}

function load({ edge }: NodeProcess, options: Partial<Load>) {
  const headers = { Host: HOST };
  return runLoad({
    url: edge,
    headers,
    connections: CONNECTIONS,
    seconds: SECONDS,
    core: OTHER_CORE,
    ...options,
  });
}
