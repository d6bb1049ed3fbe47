import { freePort } from '../test/support/free-port.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { startCaddy } from './support/caddy.ts';
import { type CertificateFolder, certificateFolder, TLS_HOST } from './support/certificate.ts';
import { LONG_PATH, startNginx } from './support/nginx.ts';
import { createSiteOf } from './support/node-api.ts';
import { childrenOf, edgePids, pin, processorTimeOf } from './support/processes.ts';
import { startScript } from './support/script.ts';
import { ensureDebianPackage, measureLoad, runLoad } from './support/wrk.ts';

const ROUNDS = 15;
const SECONDS = 1;
const WARM_UP_SECONDS = 8;
const CONNECTIONS = 64;
/** The load and the origin share one core, the measured proxy has the other. */
const PROXY_CORE = 1;
const OTHER_CORE = 0;
const HOST = 'bench.test';

/** URLs of the peers. Caddy is left out if it cannot be built. */
interface Peers {
  readonly edge: string;
  readonly bare: string;
  readonly nginx: string;
  readonly caddy?: string;
}
type Peer = keyof Peers;

/** The processes that serve the requests of a peer. */
type Processes = Partial<Record<Peer, readonly number[]>>;

interface Measured {
  readonly rate: number;
  /** Processor time of one request in seconds, if the processes are known. */
  readonly cost: number;
}

const NONE: Measured = { rate: 0, cost: 0 };

/** The lowest acceptable rate of the edge, as a multiple of a peer. */
type Floors = Partial<Record<Exclude<Peer, 'edge'>, number>>;

/** Traffic through an edge that has only an origin configured, with request log and metrics on. */
export const edgeProxy: Benchmark = {
  name: 'edge-proxy',
  what: 'edge pass-through ÷ a bare Node http→undici proxy, ÷ nginx and ÷ Caddy as proxy, one worker each',
  async run() {
    ensureDebianPackage('wrk');
    const certificate = certificateFolder();
    const origin = await startNginx();
    pinTo(OTHER_CORE, origin.pid);
    const home = await nodeHome();
    try {
      const tlsPort = await freePort();
      const node = await home.start({
        PALISADE_EDGE_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
        PALISADE_EDGE_TLS_DIR: certificate.path,
      });
      await createSiteOf(node, HOST, origin.origin);
      pin(node.child.pid ?? 0, OTHER_CORE);
      for (const pid of edgePids(node)) pin(pid, PROXY_CORE);
      const tls = `https://${TLS_HOST}:${tlsPort}`;
      return [
        ...(await plain(node.edge, origin.origin, edgePids(node))),
        ...(await encrypted(tls, origin.origin, certificate)),
        await twoWorkers(origin.origin, measureLoad({ ...loadOf(node.edge), seconds: 3 })),
      ];
    } finally {
      await Promise.all([origin.stop(), home.remove()]);
      certificate.remove();
    }
  },
};

async function plain(
  edge: string,
  origin: string,
  edgeProcesses: readonly number[],
): Promise<Figure[]> {
  const nginx = await startNginx({ upstream: origin });
  const bare = await startScript('bare-proxy.ts', [origin]);
  const caddy = await startCaddy(origin);
  try {
    pinTo(PROXY_CORE, nginx.pid);
    for (const { pid = 0 } of [bare.child, ...(caddy ? [caddy.child] : [])]) pin(pid, PROXY_CORE);
    const peers = { edge, bare: bare.printed, nginx: nginx.origin };
    const short = { ...peers, ...(caddy && { caddy: caddy.url }) };
    const long = {
      edge: edge + LONG_PATH,
      bare: bare.printed + LONG_PATH,
      nginx: nginx.origin + LONG_PATH,
    };
    const processes = { edge: edgeProcesses, nginx: childrenOf(nginx.pid) };
    return [
      ...compare('1 KB', short, { bare: 1.4, nginx: 0.45, caddy: 2 }, processes),
      ...compare('100 KB', long, { bare: 1.4, nginx: 0.8 }),
    ];
  } finally {
    bare.child.kill();
    await Promise.all([nginx.stop(), caddy?.stop()]);
  }
}

async function encrypted(
  edge: string,
  origin: string,
  certificate: CertificateFolder,
): Promise<Figure[]> {
  const nginx = await startNginx({ upstream: origin, certificate });
  const bare = await startScript('bare-proxy.ts', [origin, certificate.cert, certificate.key]);
  try {
    pinTo(PROXY_CORE, nginx.pid);
    pin(bare.child.pid ?? 0, PROXY_CORE);
    return compare(
      '1 KB over TLS',
      { edge, bare: bare.printed, nginx: nginx.origin },
      { bare: 1.4 },
    );
  } finally {
    bare.child.kill();
    await nginx.stop();
  }
}

function pinTo(core: number, nginx: number): void {
  for (const pid of [nginx, ...childrenOf(nginx)]) pin(pid, core);
}

/**
 * Many short rounds: a ratio is the median of the rounds' ratios, not a ratio of two medians. If processes are given, their
 * processor time is compared as well, because rates converge when the load generator or the origin is saturated.
 */
function compare(what: string, peers: Peers, floors: Floors, processes: Processes = {}): Figure[] {
  const names = Object.keys(peers) as Peer[];
  const load = (name: Peer, seconds: number) => {
    try {
      return runLoad({ ...loadOf(peers[name] ?? ''), seconds, core: OTHER_CORE });
    } catch (error) {
      // On a shared core, a second may not be enough for the handshakes of all connections.
      throw new Error(`${what}: no result of ${labels[name]}`, { cause: error });
    }
  };
  const used = (name: Peer) => sum((processes[name] ?? []).map(processorTimeOf));
  const measure = (name: Peer): Measured => {
    const before = used(name);
    const { rate, requests } = load(name, SECONDS);
    return { rate, cost: (used(name) - before) / requests };
  };
  // During the warm-up, JIT compilation takes time on the same core.
  for (const name of names) load(name, WARM_UP_SECONDS);
  // All peers of a round run in direct succession, so that a disturbance affects all of them.
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(names.map((name) => [name, measure(name)] as const)),
  );
  const middle = (of: (round: Record<string, Measured>) => number) => median(rounds.map(of));
  const ratio = (name: Peer, label: string, of: (edge: Measured, peer: Measured) => number) => ({
    what: `${what}: ${label}`,
    value: middle(({ edge = NONE, [name]: peer = NONE }) => of(edge, peer)),
    unit: '×',
    ...(name !== 'edge' && floors[name] !== undefined && { floor: floors[name] }),
  });
  const others = names.filter((name) => name !== 'edge');
  return [
    ...names.map((name) => ({
      what: `${what}: ${labels[name]}`,
      value: middle((round) => round[name]?.rate ?? 0),
      unit: 'req/s',
    })),
    ...others.map((name) => ratio(name, `edge ÷ ${name}`, (edge, peer) => edge.rate / peer.rate)),
    ...others
      .filter((name) => processes[name])
      .map((name) =>
        ratio(name, `${name} ÷ edge, processor time`, (edge, peer) => peer.cost / edge.cost),
      ),
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const labels: Readonly<Record<Peer, string>> = {
  edge: 'edge',
  bare: 'bare http→undici proxy',
  nginx: 'nginx as proxy',
  caddy: 'Caddy as proxy',
};

const loadOf = (url: string) => ({ url, headers: { Host: HOST }, connections: CONNECTIONS });

/** Two edge processes on all cores, with the load and the origin beside them. */
async function twoWorkers(origin: string, one: number): Promise<Figure> {
  const home = await nodeHome({ PALISADE_EDGE_WORKERS: '2' });
  try {
    const node = await home.start();
    await createSiteOf(node, HOST, origin);
    measureLoad({ ...loadOf(node.edge), seconds: 2 });
    const rates = Array.from({ length: 3 }, () =>
      measureLoad({ ...loadOf(node.edge), seconds: 3 }),
    );
    return { what: 'two edge processes ÷ one', value: median(rates) / one, unit: '×' };
  } finally {
    await home.remove();
  }
}
