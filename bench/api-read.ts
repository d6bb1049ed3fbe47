import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { startScript } from './support/script.ts';
import { ensureDebianPackage, measureLoad } from './support/wrk.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;

/** Reads one zone, with credential, rate limit, permissions and database, and compares it with a constant response. */
export const apiRead: Benchmark = {
  name: 'api-read',
  what: 'GET one zone ÷ a bare Fastify route with the same body',
  async run() {
    ensureDebianPackage('wrk');
    const home = await nodeHome({ PALISADE_ROLES: 'api' });
    const node = await home.start();
    const headers = { authorization: `Bearer ${node.token()}` };
    const url = `${node.api}/zones/${await createZone(node.api, headers)}`;
    const body = await (await fetch(url, { headers })).text();
    const bare = await startScript('bare-fastify.ts', [], { BENCH_BODY: body });
    try {
      const target = { connections: CONNECTIONS, seconds: SECONDS, headers };
      const bareUrl = bare.printed + new URL(url).pathname;
      measureLoad({ ...target, url, seconds: 1 });
      measureLoad({ ...target, url: bareUrl, seconds: 1 });
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        theirs.push(measureLoad({ ...target, url: bareUrl }));
        ours.push(measureLoad({ ...target, url }));
      }
      return [
        { what: 'bare Fastify route', value: median(theirs), unit: 'req/s' },
        { what: 'API read', value: median(ours), unit: 'req/s' },
        { what: 'ratio', value: median(ours) / median(theirs), unit: '×', floor: 0.5 },
      ];
    } finally {
      bare.child.kill();
      await home.remove();
    }
  },
};

async function createZone(api: string, headers: Record<string, string>): Promise<string> {
  const accounts = await fetch(`${api}/accounts`, { headers });
  const { result } = (await accounts.json()) as { result: { id: string }[] };
  const response = await fetch(`${api}/zones`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench.test', account: { id: result[0]?.id } }),
  });
  return ((await response.json()) as { result: { id: string } }).result.id;
}
