import type { AnalyticsDatabase } from '../src/areas/analytics/analytics-tables.ts';
import { trafficSubscription } from '../src/areas/analytics/traffic-subscription.ts';
import type { DatabaseKind } from '../test/support/databases.ts';
import { eventually } from '../test/support/eventually.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { openTestApi, type TestApi } from '../test/support/test-api.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { onEachDatabase } from './support/on-each-database.ts';
import { childrenOf, edgePids, pin } from './support/processes.ts';
import { requestBatches } from './support/request-batches.ts';
import { ensureDebianPackage, runLoad } from './support/wrk.ts';

const ROUNDS = 5;
const BATCHES = 300;
const BATCH_LINES = 1_024;
const ZONES = 20;

/** What traffic figures cost the main process of a node, which shares its cores with the edge. */
export const traffic: Benchmark = {
  name: 'traffic',
  what: `add up the request log and store the figures, in batches of ${BATCH_LINES} lines`,
  run: async () => [...(await onEachDatabase(measure)), await besideVisits()],
};

const VISIT_ROUNDS = 9;
const VISIT_SECONDS = 2;
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 64;
const HOST = 'bench.test';
/** The main process adds up the figures; it shares a core with the load and the origin, as on a machine with two cores. */
const EDGE_CORE = 1;
const OTHER_CORE = 0;

/** Rounds with figures and without them take turns. Without them, the main process is stopped; it catches up afterwards. */
async function besideVisits(): Promise<Figure> {
  ensureDebianPackage('wrk');
  const origin = await startNginx();
  const home = await nodeHome({ PALISADE_EDGE_WORKERS: '1' });
  try {
    const node = await home.start();
    const primary = node.child.pid ?? 0;
    const call = apiOf(node);
    const account = await firstAccount(call);
    const zone = await createSite(
      call,
      account,
      HOST,
      await createPool(call, account, origin.origin),
    );
    for (const pid of [primary, origin.pid, ...childrenOf(origin.pid)]) pin(pid, OTHER_CORE);
    for (const pid of edgePids(node)) pin(pid, EDGE_CORE);
    let sent = 0;
    const rateOf = (seconds: number): number => {
      const { rate, requests } = runLoad({
        url: node.edge,
        headers: { Host: HOST },
        connections: CONNECTIONS,
        seconds,
        core: OTHER_CORE,
      });
      sent += requests;
      return rate;
    };
    const untilCounted = () =>
      eventually('all requests are counted', async () => {
        const { totals } = (await call('GET', `/zones/${zone}/traffic/timeseries`)) as unknown as {
          readonly totals: { readonly requests: number };
        };
        return totals.requests >= sent;
      });
    rateOf(WARM_UP_SECONDS);
    const ratios: number[] = [];
    for (let round = 0; round < VISIT_ROUNDS; round++) {
      await untilCounted();
      const on = rateOf(VISIT_SECONDS);
      await untilCounted();
      process.kill(primary, 'SIGSTOP');
      const off = rateOf(VISIT_SECONDS);
      process.kill(primary, 'SIGCONT');
      ratios.push(on / off);
    }
    return {
      what: '1 KB responses, with figures ÷ without',
      value: median(ratios),
      unit: '×',
      floor: 0.97,
    };
  } finally {
    await Promise.all([origin.stop(), home.remove()]);
  }
}

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const api = await openTestApi(kind);
  try {
    const { accountId, clock } = api;
    const zones = await Promise.all(
      Array.from({ length: ZONES }, (_, n) => createZone(api, `shop-${n}.test`)),
    );
    const ids = new Set(zones.map(({ id }) => id));
    const batches = requestBatches(BATCHES, BATCH_LINES, zones);
    const { handle, batchSize } = trafficSubscription({
      database: api.core.database as unknown as AnalyticsDatabase,
      clock,
      zones: { listAccounts: async () => [...ids].map((id) => ({ id, accountId, plan: 'free' })) },
    });
    let number = 0;
    const sumAll = async () => {
      for (let from = 0; from < BATCHES; from += batchSize) {
        const messages = batches.slice(from, from + batchSize).map(({ payload }) => ({
          id: String(++number),
          source: 'edge-1',
          stream: 'edge-1',
          number,
          payload: JSON.parse(payload),
          publishedAt: clock.now(),
        }));
        await handle(messages, new AbortController().signal);
      }
    };
    // The first round runs code that is not optimised yet.
    await sumAll();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = process.cpuUsage();
      await sumAll();
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / (BATCHES * BATCH_LINES));
    }
    return [{ what: `${kind.name}: processor time`, value: median(times), unit: 'µs/line' }];
  } finally {
    await api.close();
  }
}

async function createZone(api: TestApi, name: string): Promise<{ id: string; name: string }> {
  const { body } = await api.call('POST', '/zones', {
    body: { name, account: { id: api.accountId } },
  });
  return { id: body.result.id, name };
}
