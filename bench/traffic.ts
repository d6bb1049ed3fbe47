import type { AnalyticsDatabase } from '../src/areas/analytics/analytics-tables.ts';
import { trafficSubscription } from '../src/areas/analytics/traffic-subscription.ts';
import type { DatabaseKind } from '../test/support/databases.ts';
import { openTestApi, type TestApi } from '../test/support/test-api.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { onEachDatabase } from './support/on-each-database.ts';
import { requestBatches } from './support/request-batches.ts';

const ROUNDS = 5;
const BATCHES = 300;
const BATCH_LINES = 1_024;
const ZONES = 20;

/** What traffic figures cost the main process of a node, which shares its cores with the edge. */
export const traffic: Benchmark = {
  name: 'traffic',
  what: `add up the request log and store the figures, in batches of ${BATCH_LINES} lines`,
  run: () => onEachDatabase(measure),
};

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
