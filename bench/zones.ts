import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { edgePids, memoryOf } from './support/processes.ts';

const ZONES = 10_000;
const CALLERS = 16;
const CHANGES = 20;

/** What many zones cost: memory of the whole node, and the time until one zone's change acts. */
export const zones: Benchmark = {
  name: 'zones',
  what: `${ZONES.toLocaleString('en')} zones with a load balancer each: memory, start, one change`,
  async run() {
    const home = await nodeHome();
    try {
      let node = await home.start();
      const few = await measureChanges(node, 'first.test');
      const idle = total(node);
      await createMany(node);
      const many = await measureChanges(node, 'last.test');
      const full = total(node);
      await node.end();
      const start = performance.now();
      node = await home.start();
      const seconds = (performance.now() - start) / 1000;
      return [
        { what: 'memory of the node, one zone', value: idle, unit: 'MB' },
        { what: 'memory of the node, all zones', value: full, unit: 'MB' },
        { what: 'memory left of 1 GB', value: 1_000 - full, unit: 'MB', floor: 0 },
        { what: 'memory after a start with all zones', value: total(node), unit: 'MB' },
        { what: 'start with all zones', value: seconds, unit: 's' },
        { what: 'change acts at the edge, one zone', value: few, unit: 'ms' },
        { what: 'change acts at the edge, all zones', value: many, unit: 'ms' },
      ];
    } finally {
      await home.remove();
    }
  },
};

function total(node: NodeProcess): number {
  const pids = [node.child.pid ?? 0, ...edgePids(node)];
  return pids.reduce((sum, pid) => sum + memoryOf(pid), 0) / 1e6;
}

async function createMany(node: NodeProcess): Promise<void> {
  const call = apiOf(node);
  const account = await firstAccount(call);
  const pool = await createPool(call, account, 'http://127.0.0.1:9');
  let next = 0;
  const caller = async () => {
    while (next < ZONES) {
      next += 1;
      await createSite(call, account, `zone-${next}.test`, pool);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** Milliseconds from the answer of the API until a visitor notices; the median of several changes. */
async function measureChanges(node: NodeProcess, name: string): Promise<number> {
  const call = apiOf(node);
  const account = await firstAccount(call);
  const pool = await createPool(call, account, `http://127.0.0.1:${name === 'first.test' ? 7 : 8}`);
  const zone = await createSite(call, account, name, pool);
  const [balancer] = (await call('GET', `/zones/${zone}/load_balancers`)) as unknown as {
    id: string;
  }[];
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const enabled = n % 2 === 1;
    await call('PATCH', `/zones/${zone}/load_balancers/${balancer?.id}`, { enabled });
    const start = performance.now();
    // Disabled, the zone has no load balancer; enabled, its origin refuses the connection.
    while ((await statusOf(node, name)) !== (enabled ? 521 : 503));
    times.push(performance.now() - start);
  }
  return median(times);
}

async function statusOf(node: NodeProcess, host: string): Promise<number | undefined> {
  const [answer] = (await once(
    request(node.edge, { headers: { host }, agent: false }).end(),
    'response',
  )) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}
