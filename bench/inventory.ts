import { sampleVisitors } from '../src/areas/page-monitoring/fixtures/sample-observation.ts';
import {
  classBits,
  expiryOf,
  isFrequent,
  itemId,
  type PageItem,
} from '../src/areas/page-monitoring/inventory/item-model.ts';
import { itemStore } from '../src/areas/page-monitoring/inventory/item-store.ts';
import type { PageMonitoringDatabase } from '../src/areas/page-monitoring/page-monitoring-tables.ts';
import type { DatabaseKind } from '../test/support/databases.ts';
import { openTestApi, type TestApi } from '../test/support/test-api.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { onEachDatabase } from './support/on-each-database.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const HOSTS = 20;
const LOT = 5_000;
const CALLS = 51;
const BATCH = 500;

/** The measured list queries, each a page of 100. */
const queries = {
  'page of 100': '',
  'with hosts, status, malicious first':
    '&hosts=*.shop.test&status=active,infrequent&prioritize_malicious=true',
  'of one host, oldest first': '&hosts=www-3.shop.test&direction=asc',
};

/** Measures whether a list takes longer if a zone has more scripts. */
export const inventory: Benchmark = {
  name: 'inventory',
  what: `lists of ${MANY.toLocaleString('en')} scripts against ${FEW.toLocaleString('en')}`,
  onlyByName: true,
  run: () => onEachDatabase(measure),
};

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const api = await openTestApi(kind);
  try {
    const few = await zoneWith(api, 'few.test', FEW);
    const start = performance.now();
    const many = await zoneWith(api, 'many.test', MANY);
    const seconds = (performance.now() - start) / 1000;
    const figures: Figure[] = [
      { what: `${kind.name}: generate all`, value: seconds, unit: 's' },
      await batchFigure(api, kind, few, 'few'),
      await batchFigure(api, kind, many, 'many'),
    ];
    for (const [name, query] of Object.entries(queries)) {
      const of = [await listTime(api, few, query), await listTime(api, many, query)] as const;
      const what = `${kind.name}: ${name}`;
      figures.push({ what: `${what}, few`, value: of[0], unit: 'ms' });
      figures.push({ what: `${what}, many`, value: of[1], unit: 'ms' });
      figures.push({ what: `${what}, few ÷ many`, value: of[0] / of[1], unit: '×', floor: 1 / 3 });
    }
    return figures;
  } finally {
    await api.close();
  }
}

async function zoneWith(api: TestApi, name: string, count: number): Promise<string> {
  const body = { name, account: { id: api.accountId } };
  const { id } = (await api.call('POST', '/zones', { body })).body.result;
  // The database type of the area: the wider type of the application is not assignable to it.
  const database = api.core.database as unknown as PageMonitoringDatabase;
  for (let from = 0; from < count; from += LOT) {
    const length = Math.min(LOT, count - from);
    const items = Array.from({ length }, (_, n) => sampleItem(id, from + n, api.clock.now()));
    await database.transaction((tx) => itemStore.save(tx, items));
  }
  return id;
}

function sampleItem(zoneId: string, n: number, now: number): PageItem {
  const host = `www-${n % HOSTS}.shop.test`;
  const url = `https://cdn-${n % 997}.test/assets/${n}.js`;
  const reports = n % 5 === 0 ? 1 : 4;
  const lastSeenAt = now - ((n * 7_919) % (4 * 24 * 3_600_000));
  const visitors = sampleVisitors(Math.min(3, reports));
  const frequent = isFrequent(visitors);
  if (expiryOf(frequent, lastSeenAt) <= now) throw new Error('a sample is too old');
  return {
    id: itemId(zoneId, 'script', host, url),
    zoneId,
    kind: 'script',
    host,
    name: url,
    urlHost: new URL(url).host,
    class:
      (n % 100 === 0 ? classBits.malicious : 0) |
      (frequent ? classBits.frequent : 0) |
      (n % 50 === 0 ? classBits.cdnCgi : 0),
    reports,
    visitors,
    addedAt: lastSeenAt,
    firstSeenAt: lastSeenAt - 1_000,
    lastSeenAt,
    firstPageUrl: `https://${host}/`,
    pageUrls: [`https://${host}/`, `https://${host}/cart`],
    domainThreats: undefined,
    urlThreats: undefined,
    fetchAt: undefined,
  };
}

async function listTime(api: TestApi, zoneId: string, query: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const start = performance.now();
    const path = `/zones/${zoneId}/page_shield/scripts?per_page=100${query}`;
    const { body } = await api.call('GET', path);
    times.push(performance.now() - start);
    if (body.result.length === 0) throw new Error(`the list is empty for ${query}`);
  }
  return median(times);
}

/** Milliseconds for a batch of reports, half of them about known scripts. */
async function batchFigure(
  api: TestApi,
  kind: DatabaseKind,
  zoneId: string,
  name: string,
): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < 11; round++) {
    const observations = Array.from({ length: BATCH }, (_, n) => {
      const known = sampleItem(zoneId, n % 2 === 0 ? n : 2 * MANY + round * BATCH + n, 4e11);
      return {
        kind: 'script',
        zoneId,
        accountId: api.accountId,
        host: known.host,
        pageUrl: known.firstPageUrl,
        url: known.name,
        count: 1,
        firstSeenAt: api.clock.now(),
        lastSeenAt: api.clock.now(),
      };
    });
    const start = performance.now();
    await api.deliver('page-observations', observations);
    times.push(performance.now() - start);
  }
  return {
    what: `${kind.name}: batch of ${BATCH} reports, ${name}`,
    value: median(times),
    unit: 'ms',
  };
}
