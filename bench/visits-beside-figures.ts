import { eventually } from '../test/support/eventually.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, type Call, createPool, createSite, firstAccount } from './support/node-api.ts';
import { childrenOf, edgePids, pin } from './support/processes.ts';
import { ensureDebianPackage, type Load, runLoad } from './support/wrk.ts';

const ROUNDS = 15;
const SECONDS = 2;
const WARM_UP_SECONDS = 8;
const CONNECTIONS = 64;
const HOST = 'bench.test';
/** The process that adds up shares a core with the load and the origin, as on a machine with two cores. */
const EDGE_CORE = 1;
const OTHER_CORE = 0;

/** Rounds with figures and without them take turns. Without them, the process that adds up is stopped; it catches up afterwards. */
export const visitsBesideFigures: Benchmark = {
  name: 'visits-beside-figures',
  what: `visits while traffic figures are added up ÷ visits while that is stopped, medians of ${ROUNDS} rounds`,
  async run() {
    ensureDebianPackage('wrk');
    const origin = await startNginx();
    const home = await nodeHome();
    try {
      const node = await home.start();
      const primary = node.child.pid ?? 0;
      const call = apiOf(node);
      const account = await firstAccount(call);
      const pool = await createPool(call, account, origin.origin);
      const zone = await createSite(call, account, HOST, pool);
      for (const pid of [primary, origin.pid, ...childrenOf(origin.pid)]) pin(pid, OTHER_CORE);
      for (const pid of edgePids(node)) pin(pid, EDGE_CORE);
      const load = { url: node.edge, headers: { Host: HOST }, connections: CONNECTIONS };
      return await measure({ ...load, seconds: SECONDS, core: OTHER_CORE }, primary, () =>
        requestsOf(call, zone),
      );
    } finally {
      await Promise.all([origin.stop(), home.remove()]);
    }
  },
};

async function measure(
  load: Load,
  primary: number,
  counted: () => Promise<number>,
): Promise<Figure[]> {
  let sent = runLoad({ ...load, seconds: WARM_UP_SECONDS }).requests;
  const rate = () => {
    const { rate, requests } = runLoad(load);
    sent += requests;
    return rate;
  };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await untilAtLeast(sent, counted);
    const beside = rate();
    await untilAtLeast(sent, counted);
    process.kill(primary, 'SIGSTOP');
    const alone = rate();
    process.kill(primary, 'SIGCONT');
    ratios.push(beside / alone);
  }
  return [{ what: 'with figures ÷ without', value: median(ratios), unit: '×', floor: 0.97 }];
}

async function untilAtLeast(sent: number, counted: () => Promise<number>): Promise<void> {
  let last = 0;
  const isReached = async () => {
    last = await counted();
    return last >= sent;
  };
  await eventually('all requests are counted', isReached).catch((cause) => {
    throw new Error(`${last} of ${sent} requests are counted`, { cause });
  });
}

async function requestsOf(call: Call, zone: string): Promise<number> {
  const series = await call('GET', `/zones/${zone}/traffic/timeseries?since=-1h`);
  return (series['totals'] as { requests: number }).requests;
}
