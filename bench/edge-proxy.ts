import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { childrenOf, edgePids, pin } from './support/processes.ts';
import { ensureDebianPackage, measureLoad } from './support/wrk.ts';

const ROUNDS = 5;
const SECONDS = 3;
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
    const bare = await startBare(origin.origin);
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
      const urls = { bare: bare.origin, nginx: nginx.origin, edge: node.edge };
      const rates = measureInTurns(urls);
      return [
        { what: 'nginx as proxy', value: rates.nginx, unit: 'req/s' },
        { what: 'bare http→undici proxy', value: rates.bare, unit: 'req/s' },
        { what: 'edge', value: rates.edge, unit: 'req/s' },
        { what: 'edge ÷ bare', value: rates.edge / rates.bare, unit: '×', floor: 0.8 },
        { what: 'edge ÷ nginx', value: rates.edge / rates.nginx, unit: '×' },
        await twoWorkers(origin.origin, rates.edge),
      ];
    } finally {
      bare.child.kill();
      await Promise.all([nginx.stop(), origin.stop(), home.remove()]);
    }
  },
};

/** Medians of rounds that take turns, so that a disturbance hits everybody. */
function measureInTurns<Name extends string>(urls: Record<Name, string>): Record<Name, number> {
  const names = Object.keys(urls) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  const load = (name: Name, seconds: number) =>
    measureLoad({
      url: urls[name],
      headers: { Host: 'bench.test' },
      connections: CONNECTIONS,
      seconds,
      core: OTHER_CORE,
    });
  // Until then compilers work beside the code they compile, on the same core.
  for (const name of names) load(name, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) rates[name].push(load(name, SECONDS));
  }
  return Object.fromEntries(names.map((name) => [name, median(rates[name])])) as Record<
    Name,
    number
  >;
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
    const rates = Array.from({ length: 3 }, () => measureLoad({ ...load, seconds: SECONDS }));
    return { what: 'two edge processes ÷ one', value: median(rates) / one, unit: '×' };
  } finally {
    await home.remove();
  }
}

async function startBare(origin: string) {
  const file = fileURLToPath(new URL('./fixtures/bare-proxy.ts', import.meta.url));
  const child = spawn(process.execPath, [file, origin]);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, origin: String(line).trim() };
}
