/** The figures of a zone equal its request log, whatever is killed. `REQUESTS=100000` makes the test longer. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { openSpool } from '../../src/bus/embedded/embedded-spool.ts';
import {
  HTTP_REQUESTS_TOPIC,
  type HttpRequestFields,
  readHttpRequests,
} from '../../src/contracts/events/http-request-event.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createLoggedSite, visitAll } from '../support/logged-site.ts';
import { api, edgePid } from '../support/node-client.ts';
import { type NodeProcess, nodeHome } from '../support/node-process.ts';

const REQUESTS = Number(process.env['REQUESTS'] ?? 3_000);

describeOnEachDatabase('traffic figures', (kind) => {
  it('equal the request log after kills of an edge process and of the node', async (test) => {
    const database = await kind.createMigrated();
    const home = await nodeHome({ PALISADE_DATABASE_URL: database.url });
    const first = await home.start();
    const { zoneId, origin } = await createLoggedSite(first);
    test.after(async () => {
      await home.remove();
      await database.remove();
      origin.close();
    });

    const pathsOf = (part: number) =>
      Array.from({ length: REQUESTS / 3 }, (_, n) => `/${part}/${n % 700}?n=${n}`);
    await visitAll(first, pathsOf(1));
    const unlucky = visitAll(first, pathsOf(2));
    process.kill(edgePid(first), 'SIGKILL');
    await unlucky;
    await untilServed(first);
    await visitAll(first, pathsOf(2));
    const stopped = visitAll(first, pathsOf(3));
    await untilCounted(first, zoneId);
    first.child.kill('SIGKILL');
    await Promise.all([stopped, first.end()]);
    const second = await home.start();
    await untilServed(second);
    await visitAll(second, pathsOf(3));

    const logged = () => loggedRequests(home.dataDir, zoneId);
    await eventually('all requests are counted', async () => {
      const { totals } = await series(second, zoneId, 'status');
      return totals.requests === logged().length;
    });
    const requests = logged();
    assert.ok(requests.length > REQUESTS / 2, `${requests.length} requests`);
    const minutes = await series(second, zoneId, 'status');
    assert.equal(minutes.bucket, 'minute');
    for (const { start, ...sums } of minutes.buckets) {
      const inside = requests.filter(
        ({ EdgeStartTimestamp: time }) => Math.floor(time / 60_000) * 60_000 === Date.parse(start),
      );
      assert.deepEqual(
        [sums.requests, sums.request_bytes, sums.response_bytes, sums.counts],
        [
          inside.length,
          sumOf(inside, 'ClientRequestBytes'),
          sumOf(inside, 'EdgeResponseBytes'),
          countsOf(inside, 'EdgeResponseStatus'),
        ],
        start,
      );
    }
    const answered = requests.filter(({ OriginResponseStatus: status }) => status > 0);
    assert.equal(minutes.totals.origin_duration_ms.count, answered.length);
    for (const bucket of ['hour', 'day']) {
      const { totals } = await series(second, zoneId, 'host', bucket);
      assert.deepEqual(totals.counts, countsOf(requests, 'ClientRequestHost'), bucket);
    }
  });
});

function series(node: NodeProcess, zoneId: string, by: string, bucket?: string) {
  const query = `since=-1h&by=${by}${bucket === undefined ? '' : `&bucket=${bucket}`}`;
  return api(node, 'GET', `/zones/${zoneId}/traffic/timeseries?${query}`);
}

function untilServed(node: NodeProcess): Promise<void> {
  return eventually('the site is served', async () => (await visitAll(node, ['/'])).length > 0);
}

function untilCounted(node: NodeProcess, zoneId: string): Promise<void> {
  return eventually('requests are counted', async () => {
    return (await series(node, zoneId, 'status')).totals.requests > 0;
  });
}

/** The requests to the zone in the log of the node, read without the code that counts them. */
function loggedRequests(dataDir: string, zoneId: string): HttpRequestFields[] {
  const spool = openSpool({
    folder: join(dataDir, 'bus'),
    topic: HTTP_REQUESTS_TOPIC,
    onError: assert.fail,
  });
  try {
    const batches = spool.read({}, { batches: 1_000_000, bytes: Number.MAX_SAFE_INTEGER });
    return batches
      .flatMap((batch) => readHttpRequests(batch.payload()) ?? assert.fail('no request log'))
      .filter((request) => request.zoneId === zoneId)
      .map(({ fields }) => fields);
  } finally {
    spool.close();
  }
}

type NumberField = 'ClientRequestBytes' | 'EdgeResponseBytes';

function sumOf(requests: readonly HttpRequestFields[], field: NumberField): number {
  return requests.reduce((sum, request) => sum + request[field], 0);
}

function countsOf(
  requests: readonly HttpRequestFields[],
  field: 'EdgeResponseStatus' | 'ClientRequestHost',
): Record<string, number> {
  const groups = Map.groupBy(requests, (request) => String(request[field]));
  return Object.fromEntries([...groups].map(([value, inside]) => [value, inside.length]));
}
