import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { certificateFolder, TLS_HOST } from './support/certificate.ts';
import { startNginx } from './support/nginx.ts';
import { createSiteOf } from './support/node-api.ts';
import { edgePids, memoryOf } from './support/processes.ts';
import { startScript } from './support/script.ts';
import { ensureDebianPackage, measureLoad } from './support/wrk.ts';

const PLAIN = 10_000;
const ENCRYPTED = 2_000;
/** Connections that are opened first: the process allocates memory for them that any work would need. */
const FIRST = 2_000;
const WARM_UP_SECONDS = 8;
const ROUNDS = 5;
const HOST = 'bench.test';
/** Bytes; memory is counted in units of 1,024. */
const KB = 1_024;

/** The cost of keep-alive connections that were used once and are idle. */
export const connections: Benchmark = {
  name: 'connections',
  what: `${PLAIN.toLocaleString('en')} idle connections of visitors: memory of each, and the traffic beside them`,
  async run() {
    ensureDebianPackage('wrk');
    const certificate = certificateFolder();
    const origin = await startNginx();
    const home = await nodeHome();
    try {
      const tlsPort = await freePort();
      const node = await home.start({
        PALISADE_EDGE_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
        PALISADE_EDGE_TLS_DIR: certificate.path,
        PALISADE_EDGE_KEEP_ALIVE_SECONDS: '600',
      });
      await createSiteOf(node, HOST, origin.origin);
      const [edge = 0] = edgePids(node);
      const rate = () =>
        median(
          Array.from({ length: ROUNDS }, () => measureLoad({ ...load(node.edge), seconds: 2 })),
        );
      const first = await idleVisitors(node.edge, FIRST);
      const plain = await withVisitors(edge, node.edge, PLAIN, () => {
        measureLoad({ ...load(node.edge), seconds: WARM_UP_SECONDS });
        return rate();
      });
      first.child.kill();
      const alone = rate();
      const tls = await withVisitors(edge, `https://${TLS_HOST}:${tlsPort}`, ENCRYPTED, () => 0);
      return [
        { what: 'memory of a plain connection', value: plain.bytes / KB, unit: 'KB' },
        { what: 'left of 10 KB', value: 10 - plain.bytes / KB, unit: 'KB', floor: 0 },
        { what: 'memory of an encrypted connection', value: tls.bytes / KB, unit: 'KB' },
        { what: 'traffic without idle connections', value: alone, unit: 'req/s' },
        { what: 'traffic beside them ÷ without', value: plain.rate / alone, unit: '×', floor: 0.9 },
      ] satisfies Figure[];
    } finally {
      await Promise.all([origin.stop(), home.remove()]);
      certificate.remove();
    }
  },
};

const load = (url: string) => ({ url, headers: { Host: HOST }, connections: 64 });

const idleVisitors = (url: string, count: number) =>
  startScript('idle-visitors.ts', [url, String(count), HOST]);

/** Memory per idle connection, and the result of `measure` while they are open. */
async function withVisitors(edge: number, url: string, count: number, measure: () => number) {
  const before = memoryOf(edge);
  const visitors = await idleVisitors(url, count);
  try {
    const bytes = (memoryOf(edge) - before) / count;
    const rate = measure();
    // If a connection was closed, the process has exited by then.
    await wait(100);
    if (visitors.child.exitCode !== null) throw new Error('an idle connection was closed');
    return { bytes, rate };
  } finally {
    visitors.child.kill();
  }
}
