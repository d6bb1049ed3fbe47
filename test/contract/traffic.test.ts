import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { httpRequestColumns } from '../../src/contracts/events/http-request-event.ts';
import { ColumnWriter } from '../../src/kernel/columns/column-writer.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANALYTICS_READ = '9c88f9c5bce24ce7af9a958ba9c504db';
const ZONE_READ = 'c8fed203ed3043cba015a93ad1616f1f';
const never = new AbortController().signal;

/** Columns of a logged request that differ from those of an ordinary one. */
type Sample = Readonly<Record<string, string | number>>;

const ordinary: Sample = {
  EdgeStartTimestamp: NOW - MINUTE,
  EdgeResponseStatus: 200,
  OriginResponseStatus: 200,
  OriginResponseDurationMs: 20,
  ClientRequestBytes: 100,
  EdgeResponseBytes: 1_000,
  ClientRequestMethod: 'GET',
  ClientRequestHost: 'www.shop.test',
  ClientRequestURI: '/',
  ClientIP: '192.0.2.1',
  ClientRequestUserAgent: 'curl/8',
};

/** A batch of the request log, as edge processes publish it. */
function batchOf(zoneId: string, samples: readonly Sample[]): unknown {
  const writer = new ColumnWriter(httpRequestColumns, samples.length);
  for (const [row, sample] of samples.entries()) {
    for (const [name, value] of Object.entries({ ...ordinary, ...sample })) {
      // The members are columns, with the types of their values.
      const slots: Record<number, unknown> = writer.values[name as 'RayID'];
      slots[row] = value;
    }
    writer.values.zoneId[row] = zoneId;
    writer.count += 1;
  }
  return JSON.parse(writer.take());
}

describeOnEachDatabase('traffic', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
    await api.clock.advance(NOW - api.clock.now());
  });
  after(() => api.close());

  const log = (zoneId: string, ...samples: Sample[]) =>
    api.deliver('http-requests', [batchOf(zoneId, samples)]);

  const get = (zoneId: string, rest: string): Promise<TestResponse> =>
    api.call('GET', `/zones/${zoneId}/traffic/${rest}`);

  async function result(zoneId: string, rest: string) {
    const { status, body } = await get(zoneId, rest);
    assert.equal(status, 200, JSON.stringify(body));
    return body.result;
  }

  it('is counted by the minute, with bytes and the durations of origins', async () => {
    const zoneId = await api.newZone();
    await log(
      zoneId,
      {},
      { EdgeResponseStatus: 403, OriginResponseStatus: 0, SecurityAction: 'block' },
      { EdgeStartTimestamp: NOW - 2 * MINUTE, EdgeResponseStatus: 502, ClientRequestBytes: 7 },
    );
    const series = await result(zoneId, 'timeseries?since=-2m');
    const { buckets, ...rest } = series;
    const counted = { count: 2, p50: 21, p95: 21, p99: 21 };
    assert.deepEqual(rest, {
      bucket: 'minute',
      by: 'status_class',
      since: '2026-06-15T12:28:00.000Z',
      until: '2026-06-15T12:30:00.000Z',
      totals: {
        requests: 3,
        request_bytes: 207,
        response_bytes: 3_000,
        origin_duration_ms: counted,
        counts: { '2xx': 1, '4xx': 1, '5xx': 1 },
      },
    });
    assert.deepEqual(buckets, [
      {
        start: '2026-06-15T12:28:00.000Z',
        requests: 1,
        request_bytes: 7,
        response_bytes: 1_000,
        origin_duration_ms: { ...counted, count: 1 },
        counts: { '5xx': 1 },
      },
      {
        start: '2026-06-15T12:29:00.000Z',
        requests: 2,
        request_bytes: 200,
        response_bytes: 2_000,
        origin_duration_ms: { ...counted, count: 1 },
        counts: { '2xx': 1, '4xx': 1 },
      },
    ]);
  });

  it('is counted by every dimension', async () => {
    const zoneId = await api.newZone();
    await log(
      zoneId,
      {},
      { EdgeResponseStatus: 404, OriginResponseStatus: 404, ClientCountry: 'pt' },
      {
        EdgeResponseStatus: 403,
        OriginResponseStatus: 0,
        SecurityAction: 'block',
        ClientRequestMethod: 'POST',
        ClientRequestHost: 'api.shop.test',
      },
    );
    const table: readonly [string, Readonly<Record<string, number>>][] = [
      ['status_class', { '2xx': 1, '4xx': 2 }],
      ['status', { 200: 1, 403: 1, 404: 1 }],
      ['origin_status_class', { '2xx': 1, '4xx': 1, none: 1 }],
      ['origin_status', { 200: 1, 404: 1, none: 1 }],
      ['action', { none: 2, block: 1 }],
      ['method', { GET: 2, POST: 1 }],
      ['host', { 'www.shop.test': 2, 'api.shop.test': 1 }],
      ['country', { unknown: 2, pt: 1 }],
    ];
    for (const [by, counts] of table) {
      const { totals } = await result(zoneId, `timeseries?since=-1h&by=${by}`);
      assert.deepEqual(totals.counts, counts, by);
    }
  });

  it('is the same in minutes, hours and days, and for the account', async () => {
    const account = await api.call('POST', '/accounts', { body: { name: 'Counted' } });
    const accountId: string = account.body.result.id;
    const newZone = async (name: string) => {
      const body = { name, account: { id: accountId } };
      return (await api.call('POST', '/zones', { body })).body.result.id as string;
    };
    const zones = [await newZone('one.counted.test'), await newZone('two.counted.test')] as const;
    for (const zoneId of zones) {
      await log(zoneId, {}, { EdgeStartTimestamp: NOW - 25 * HOUR });
      await log(zoneId, {}, { ClientRequestURI: '/other' });
    }
    const buckets = ['minute', 'five_minutes', 'fifteen_minutes', 'hour', 'day'];
    for (const bucket of buckets) {
      const query = `timeseries?since=${bucket === 'minute' ? '-20h' : '-30h'}&bucket=${bucket}`;
      const expected = bucket === 'minute' ? 3 : 4;
      const series = await result(zones[0], query);
      assert.equal(series.totals.requests, expected, bucket);
      const total = await api.call('GET', `/accounts/${accountId}/traffic/${query}`);
      assert.equal(total.body.result.totals.requests, 2 * expected, bucket);
    }
    const top = await api.call('GET', `/accounts/${accountId}/traffic/top?since=-30h`);
    assert.deepEqual(top.body.result.items, [
      { value: '/', count: 6 },
      { value: '/other', count: 2 },
    ]);
  });

  it('is counted once if the log is delivered again', async () => {
    const zoneId = await api.newZone();
    await log(zoneId, {}, {});
    await api.redeliver('http-requests');
    await log(zoneId, {});
    const { totals } = await result(zoneId, 'timeseries?since=-1h');
    assert.equal(totals.requests, 3);
    assert.deepEqual((await result(zoneId, 'top')).items, [{ value: '/', count: 3 }]);
  });

  it('refuses messages that are no request log, and skips zones that do not exist', async () => {
    const zoneId = await api.newZone();
    const batches = [batchOf('f'.repeat(32), [{}]), { version: 0 }, 'text', batchOf(zoneId, [{}])];
    assert.equal(await api.deliver('http-requests', [...batches, batchOf('', [{}])]), 2);
    assert.equal((await result(zoneId, 'timeseries')).totals.requests, 1);
  });

  it('counts a bounded number of hosts, and loses no request', async () => {
    const zoneId = await api.newZone();
    const hosts = Array.from({ length: 150 }, (_, n) => ({ ClientRequestHost: `h${n}.shop.test` }));
    for (let part = 0; part < 3; part++) await log(zoneId, ...hosts);
    const { totals } = await result(zoneId, 'timeseries?since=-1h&by=host');
    assert.equal(Object.keys(totals.counts).length, 101);
    assert.deepEqual([totals.counts['h0.shop.test'], totals.counts.other], [3, 150]);
  });

  it('ranks paths, addresses, user agents and the hosts of referring pages', async () => {
    const zoneId = await api.newZone();
    const agent = 'x'.repeat(1_000);
    await log(
      zoneId,
      { ClientRequestURI: '/cart?id=1', ClientRequestReferer: 'https://Search.test/q?secret' },
      { ClientRequestURI: '/cart?id=2', ClientIP: '2001:db8::1', ClientRequestUserAgent: agent },
    );
    const table: readonly [string, readonly [string, number][]][] = [
      ['path', [['/cart', 2]]],
      [
        'ip',
        [
          ['192.0.2.1', 1],
          ['2001:db8::1', 1],
        ],
      ],
      [
        'user_agent',
        [
          ['curl/8', 1],
          [agent.slice(0, 256), 1],
        ],
      ],
      ['referer', [['search.test', 1]]],
    ];
    for (const [by, items] of table) {
      const top = await result(zoneId, `top?by=${by}&since=-1h`);
      assert.equal(top.exact, true);
      assert.deepEqual(
        top.items,
        items.map(([value, count]) => ({ value, count })),
        by,
      );
    }
    assert.equal((await result(zoneId, 'top?by=ip&limit=1')).items.length, 1);
  });

  it('keeps frequent values among many rare ones, and says that counts are lower bounds', async () => {
    const zoneId = await api.newZone();
    for (let part = 0; part < 5; part++) {
      const scanned = Array.from({ length: 400 }, (_, n) => ({
        ClientRequestURI: `/${part}/${n}`,
      }));
      const frequent = Array.from({ length: 100 }, () => ({ ClientRequestURI: '/login' }));
      await log(zoneId, ...scanned, ...frequent);
    }
    const { exact, items } = await result(zoneId, 'top?since=-1h');
    assert.equal(exact, false);
    assert.equal(items[0].value, '/login');
    assert.ok(items[0].count > 450 && items[0].count <= 500, String(items[0].count));
  });

  it('chooses buckets that a chart can show, and that are still kept', async () => {
    const zoneId = await api.newZone();
    const table: readonly [since: string, until: string, bucket: string, count: number][] = [
      ['-1h', '-0s', 'minute', 60],
      ['-6h', '-0s', 'five_minutes', 72],
      ['-24h', '-0s', 'fifteen_minutes', 96],
      ['-4d', '-0s', 'hour', 97],
      ['-4d', '-95h', 'hour', 2],
      ['-30d', '-0s', 'day', 31],
      ['-70d', '-1679h', 'day', 1],
      ['-400d', '-0s', 'day', 401],
      ['2020-01-01T00:00:00Z', '-0s', 'day', 401],
    ];
    for (const [since, until, bucket, count] of table) {
      const series = await result(zoneId, `timeseries?since=${since}&until=${until}`);
      assert.deepEqual(
        [series.bucket, series.buckets.length],
        [bucket, count],
        `${since} ${until}`,
      );
    }
  });

  it('refuses ranges that it cannot show', async () => {
    const zoneId = await api.newZone();
    const table: readonly [string, RegExp][] = [
      ['timeseries?since=yesterday', /"since" must be a time/],
      ['timeseries?since=-1h&until=-2h', /"since" must be earlier/],
      ['timeseries?since=2027-01-01T00:00:00Z', /"since" must be earlier/],
      ['timeseries?until=2020-01-01T00:00:00Z&since=2019-01-01T00:00:00Z', /last 400 days/],
      ['timeseries?since=-4d&bucket=minute', /"bucket".*(1500|hour)/],
      ['timeseries?since=-10d&until=-9d&bucket=minute', /minutes are kept for 3 days/],
      ['timeseries?since=-100d&until=-99d&bucket=hour', /hours are kept for 62 days/],
      ['timeseries?bucket=second', /bucket/],
      ['timeseries?by=path', /by/],
      ['timeseries?host=a', /host/],
      ['top?by=status', /by/],
      ['top?limit=0', /limit/],
    ];
    for (const [rest, message] of table) {
      const { status, body } = await get(zoneId, rest);
      assert.equal(status, 400, rest);
      assert.match(body.errors[0].message, message, rest);
    }
  });

  it('is shown to those who may see it', async () => {
    const zoneId = await api.newZone();
    const other = await api.newZone();
    const reader = await api.zoneToken(ANALYTICS_READ, zoneId);
    const stranger = await api.zoneToken(ZONE_READ, zoneId);
    const table: readonly [string, string, number][] = [
      [reader, `/zones/${zoneId}`, 200],
      [reader, `/zones/${other}`, 403],
      [reader, `/accounts/${api.accountId}`, 403],
      [stranger, `/zones/${zoneId}`, 403],
    ];
    for (const [token, owner, status] of table) {
      for (const view of ['timeseries', 'top']) {
        const answer = await api.call('GET', `${owner}/traffic/${view}`, { token });
        assert.equal(answer.status, status, `${owner} ${view}`);
      }
    }
  });

  it('is deleted with the zone, and when it is too old', async () => {
    const zoneId = await api.newZone();
    await log(zoneId, {}, { EdgeStartTimestamp: NOW - 2 * DAY });
    await log(zoneId, { EdgeStartTimestamp: NOW - 60 * DAY });
    await api.clock.advance(3 * DAY - HOUR);
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    const trim = jobs.find(({ name }) => name === 'traffic-trim');
    await trim?.run(never);
    const periods = async () => {
      const { read } = api.core.database.withTables<{
        zone_traffic: { owner_id: string; figures: string; period: string };
      }>();
      const rows = await read
        .selectFrom('zone_traffic')
        .select(['figures', 'period'])
        .where('owner_id', '=', zoneId)
        .execute();
      return rows.map(({ figures, period }) => `${figures} ${period}`).sort();
    };
    const days = ['sums day', 'sums day', 'sums day', 'tops day', 'tops day', 'tops day'];
    const hours = ['sums hour', 'sums hour', 'tops hour', 'tops hour'];
    assert.deepEqual(await periods(), [...days, ...hours, 'sums minute'].sort());
    await api.call('DELETE', `/zones/${zoneId}`);
    assert.deepEqual(await periods(), []);
    await api.clock.advance(NOW - api.clock.now());
  });
});
