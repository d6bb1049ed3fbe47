import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { childrenOf, edgePids, pin } from './support/processes.ts';
import { startScript } from './support/script.ts';
import { ensureDebianPackage, measureLoad } from './support/wrk.ts';

const ROUNDS = 15;
const SECONDS = 1;
const WARM_UP_SECONDS = 8;
const CONNECTIONS = 64;
/** The load and the origin share one core, the proxy that is measured has the other. */
const PROXY_CORE = 1;
const OTHER_CORE = 0;

/** Traffic through the edge with nothing configured but an origin, request log and metrics on. */
export const edgeProxy: Benchmark = {
  name: 'edge-proxy',
  what: 'edge pass-through ÷ a bare Node http→undici proxy, and ÷ nginx as proxy, one worker each',
  async run() {
    ensureDebianPackage('wrk');
    const origin = await startNginx();
    const nginx = await startNginx({ upstream: origin.origin });
    const bare = await startScript('bare-proxy.ts', [origin.origin]);
    const home = await nodeHome();
    try {
      const node = await home.start();
      const call = apiOf(node);
      const account = await firstAccount(call);
      await createSite(call, account, 'bench.test', await createPool(call, account, origin.origin));
      for (const pid of [origin.pid, ...childrenOf(origin.pid), node.child.pid ?? 0])
        pin(pid, OTHER_CORE);
      for (const pid of [
        nginx.pid,
        ...childrenOf(nginx.pid),
        bare.child.pid ?? 0,
        ...edgePids(node),
      ]) {
        pin(pid, PROXY_CORE);
      }
      const urls = { bare: bare.printed, nginx: nginx.origin, edge: node.edge };
      const rounds = measureInTurns(urls);
      const middle = (of: (round: Round) => number) => median(rounds.map(of));
      const edge = middle((round) => round.edge);
      const overBare = middle((round) => round.edge / round.bare);
      return [
        { what: 'nginx as proxy', value: middle((round) => round.nginx), unit: 'req/s' },
        { what: 'bare http→undici proxy', value: middle((round) => round.bare), unit: 'req/s' },
        { what: 'edge', value: edge, unit: 'req/s' },
        { what: 'edge ÷ bare', value: overBare, unit: '×', floor: 0.8 },
        { what: 'edge ÷ nginx', value: middle((round) => round.edge / round.nginx), unit: '×' },
        await twoWorkers(origin.origin, edge),
      ];
    } finally {
      bare.child.kill();
      await Promise.all([nginx.stop(), origin.stop(), home.remove()]);
    }
  },
};

/** What each was measured at, one right after the other: a disturbance hits all of a round. */
type Round = Readonly<Record<'bare' | 'nginx' | 'edge', number>>;

/** Many short rounds: a ratio is the median of the rounds' ratios, not a ratio of two medians. */
function measureInTurns(urls: Readonly<Record<keyof Round, string>>): Round[] {
  const load = (url: string, seconds: number) =>
    measureLoad({
      url,
      headers: { Host: 'bench.test' },
      connections: CONNECTIONS,
      seconds,
      core: OTHER_CORE,
    });
  // Until then compilers work beside the code they compile, on the same core.
  for (const url of Object.values(urls)) load(url, WARM_UP_SECONDS);
  return Array.from({ length: ROUNDS }, () => ({
    nginx: load(urls.nginx, SECONDS),
    bare: load(urls.bare, SECONDS),
    edge: load(urls.edge, SECONDS),
  }));
}

/** Two edge processes on all cores, with the load and the origin beside them. */
async function twoWorkers(origin: string, one: number) {
  const home = await nodeHome({ PALISADE_EDGE_WORKERS: '2' });
  try {
    const node = await home.start();
    const call = apiOf(node);
    const account = await firstAccount(call);
    await createSite(call, account, 'bench.test', await createPool(call, account, origin));
    const load = { url: node.edge, headers: { Host: 'bench.test' }, connections: CONNECTIONS };
    measureLoad({ ...load, seconds: 2 });
    const rates = Array.from({ length: 3 }, () => measureLoad({ ...load, seconds: 3 }));
    return { what: 'two edge processes ÷ one', value: median(rates) / one, unit: '×' };
  } finally {
    await home.remove();
  }
}
