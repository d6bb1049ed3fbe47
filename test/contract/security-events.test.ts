import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  type SampleEvent,
  sampleEvent,
} from '../../src/areas/security-events/fixtures/sample-event.ts';
import type { FirewallEvent } from '../../src/contracts/events/firewall-event.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const ANALYTICS_READ = '9c88f9c5bce24ce7af9a958ba9c504db';
const ZONE_READ = 'c8fed203ed3043cba015a93ad1616f1f';
const never = new AbortController().signal;

describeOnEachDatabase('security events', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  async function store(zoneId: string, ...samples: SampleEvent[]): Promise<void> {
    assert.equal(
      await api.deliver(
        'firewall-events',
        samples.map((sample) => sampleEvent(zoneId, sample)),
      ),
      0,
    );
  }

  const get = (zoneId: string, rest = ''): Promise<TestResponse> =>
    api.call('GET', `/zones/${zoneId}/security/events${rest}`);

  async function ids(zoneId: string, query: string): Promise<string[]> {
    const answer = await get(zoneId, `?${query}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result.map(({ id }: { id: string }) => id);
  }

  async function exportLines(zoneId: string, query = '') {
    return await api.app.inject({
      url: `/client/v4/zones/${zoneId}/security/events/export${query}`,
      headers: { authorization: 'Bearer test-administrator-token-0123456789abcdef' },
    });
  }

  it('are shown with all members', async () => {
    const zoneId = await api.newZone();
    const location = { ClientCountry: 'pt', ClientASN: 64_500, ClientASNDescription: 'Example' };
    const event = sampleEvent(zoneId, { Source: 'dlp', Metadata: { kind: ['card'] }, ...location });
    await api.deliver('firewall-events', [event]);
    const { body } = await get(zoneId);
    assert.deepEqual(body.result_info, { per_page: 50, count: 1 });
    assert.deepEqual(body.result, [
      {
        id: event.id,
        datetime: '2025-12-31T23:59:59.000Z',
        action: 'block',
        source: 'dlp',
        service: 'Data Loss Protection',
        kind: 'firewall',
        rule_id: 'b'.repeat(32),
        ruleset_id: 'a'.repeat(32),
        ref: 'block-admin',
        description: 'Block /admin',
        match_index: 0,
        metadata: { kind: ['card'] },
        ray_id: event.fields.RayID,
        originator_ray_id: event.fields.RayID,
        client: {
          ip: '192.0.2.1',
          country: 'pt',
          asn: 64_500,
          asn_description: 'Example',
          user_agent: 'curl/8',
          referer: { scheme: '', host: '', path: '', query: '' },
        },
        request: {
          method: 'GET',
          scheme: 'https',
          host: 'www.shop.test',
          path: '/admin',
          query: '?a=1',
          protocol: 'HTTP/1.1',
        },
        response: { edge_status: 403, origin_status: 0 },
      },
    ]);
  });

  it('are stored once, even if they are redelivered', async () => {
    const zoneId = await api.newZone();
    const twice = sampleEvent(zoneId);
    await api.deliver('firewall-events', [twice, twice, sampleEvent(zoneId)]);
    await api.deliver('firewall-events', [twice]);
    assert.equal((await ids(zoneId, '')).length, 2);
  });

  it('are stored, while invalid messages and those of deleted zones are skipped', async () => {
    const zoneId = await api.newZone();
    const event = sampleEvent(zoneId);
    const { Datetime: _, ...timeless } = event.fields;
    const bad = [null, 'x', {}, { ...event, zoneId: 'x' }, { ...event, fields: timeless }];
    const unknown = sampleEvent('f'.repeat(32));
    assert.equal(await api.deliver('firewall-events', [...bad, unknown, event]), bad.length);
    assert.deepEqual(await ids(zoneId, ''), [event.id]);
  });

  it('may contain text that is long or that databases cannot store', async () => {
    const zoneId = await api.newZone();
    const path = `/${'\u{1f600}'.repeat(5_000)}`;
    const odd = {
      ClientRequestPath: path,
      ClientRequestUserAgent: 'a\0\ud800',
      RuleID: 'r\0\udfff',
    };
    await store(zoneId, odd);
    const { body } = await get(zoneId, `?path=starts_with:${encodeURIComponent('/\u{1f600}')}`);
    assert.equal(body.result[0].request.path, path);
    assert.equal(body.result[0].client.user_agent, 'a\0\ud800');
  });

  it('are found by every filter', async () => {
    const zoneId = await api.newZone();
    const event = { Datetime: NOW - 2 * HOUR };
    await store(
      zoneId,
      { ...event, id: 'base' },
      { ...event, id: 'new', Datetime: NOW - HOUR },
      { ...event, id: 'logged', Action: 'managedchallenge' },
      { ...event, id: 'managed', Source: 'firewallmanaged' },
      { ...event, id: 'leak', Source: 'dlp' },
      { ...event, id: 'rule', RuleID: '1'.repeat(32) },
      { ...event, id: 'ruleset', rulesetId: '2'.repeat(32) },
      { ...event, id: 'host', ClientRequestHost: 'API.shop.test:8443' },
      { ...event, id: 'path', ClientRequestPath: '/wp-login.php,x' },
      { ...event, id: 'ip', ClientIP: '2001:DB8:0::1' },
      { ...event, id: 'country', ClientCountry: 'pt' },
      { ...event, id: 'ray', RayID: '0123456789abcdef' },
    );
    const all = await ids(zoneId, '');
    const cases: readonly (readonly [query: string, ...wanted: string[]])[] = [
      ['since=2025-12-31T22:30:00Z', 'new'],
      ['since=-90m', 'new'],
      ['since=-1h', 'new'],
      ['until=-1h', ...all.filter((id) => id !== 'new')],
      ['until=2025-12-31T23:00:00.001%2B00:00', ...all],
      ['since=-3h&until=-2h'],
      ['since=-3h&until=-119m', ...all.filter((id) => id !== 'new')],
      ['action=managedchallenge', 'logged'],
      ['action=managed_challenge', 'logged'],
      ['action=block,managed_challenge', ...all],
      ['action=log'],
      ['source=firewallmanaged', 'managed'],
      ['source=firewallManaged', 'managed'],
      ['source=Data%20Loss%20Protection', 'leak'],
      ['source=dlp,firewallManaged', 'leak', 'managed'],
      [`rule_id=${'1'.repeat(32)}`, 'rule'],
      [`ruleset_id=${'2'.repeat(32)}`, 'ruleset'],
      ['host=api.SHOP.test', 'host'],
      ['host=api.shop.test:8080', 'host'],
      ['path=/wp-login.php,x', 'path'],
      ['path=/wp-login.php'],
      ['path=starts_with:/wp-', 'path'],
      ['path=starts_with:/', ...all],
      ['ip=2001:db8::1', 'ip'],
      ['ip=2001:db8::1,192.0.2.1', ...all],
      ['country=PT', 'country'],
      ['country=pt,unknown', ...all],
      ['country=es'],
      ['ray=0123456789ABCDEF', 'ray'],
      ['ray=0123456789abcdef-FRA', 'ray'],
      [`ip=192.0.2.1&source=dlp,firewallcustom&rule_id=${'b'.repeat(32)}&since=-90m`, 'new'],
      [`action=block&path=starts_with:/wp-&host=www.shop.test`, 'path'],
    ];
    for (const [query, ...wanted] of cases) {
      assert.deepEqual(await ids(zoneId, query), wanted, query);
    }
  });

  it('are paged without a gap or a duplicate, also at equal times', async () => {
    const zoneId = await api.newZone();
    const samples = Array.from({ length: 1_100 }, (_, n) => ({
      id: `${zoneId}-${n}`,
      Datetime: NOW - 5_000 + Math.floor(n / 400),
      RuleID: n % 3 === 0 ? 'other' : 'rule',
      ClientIP: `192.0.2.${n % 2}`,
    }));
    for (let from = 0; from < samples.length; from += 500) {
      await store(zoneId, ...samples.slice(from, from + 500));
    }
    const wanted = samples.toReversed();
    const queries: readonly (readonly [string, (sample: (typeof wanted)[0]) => boolean])[] = [
      ['per_page=97', () => true],
      ['per_page=500&rule_id=rule', ({ RuleID }) => RuleID === 'rule'],
      ['per_page=50&rule_id=rule,other', () => true],
      [
        'per_page=33&rule_id=rule,other&ip=192.0.2.1&until=-1s',
        ({ ClientIP }) => ClientIP === '192.0.2.1',
      ],
    ];
    for (const [query, isWanted] of queries) {
      const seen: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const { body } = await get(zoneId, `?${query}&cursor=${cursor}`);
        assert.equal(body.result_info.count, body.result.length);
        seen.push(...body.result.map(({ id }: { id: string }) => id));
        cursor = body.result_info.cursors?.after;
        assert.equal(body.result_info.cursor, cursor);
      }
      assert.deepEqual(
        seen,
        wanted.filter(isWanted).map(({ id }) => id),
        query,
      );
    }
    const lines = (await exportLines(zoneId, '?ip=192.0.2.1')).body.split('\n');
    assert.equal(lines.pop(), '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      wanted.filter(({ ClientIP }) => ClientIP === '192.0.2.1').map(({ id }) => id),
    );
  });

  it('are exported as JSON lines of the same shape', async () => {
    const zoneId = await api.newZone();
    const empty = await exportLines(zoneId);
    assert.equal(empty.statusCode, 200);
    assert.equal(empty.body, '');
    await store(zoneId, {}, {});
    const answer = await exportLines(zoneId);
    assert.equal(answer.headers['content-type'], 'application/x-ndjson');
    const lines = answer.body.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      (await get(zoneId)).body.result,
    );
    const refused = await exportLines(zoneId, '?ip=x');
    assert.equal(refused.statusCode, 400);
    assert.equal(refused.json().errors[0].code, 11002);
  });

  it('are counted over time', async () => {
    const zoneId = await api.newZone();
    const at = (ms: number, Action = 'block', Source = 'dlp') => ({ Datetime: ms, Action, Source });
    await store(
      zoneId,
      at(NOW - 3 * HOUR),
      at(NOW - 2 * HOUR, 'log'),
      at(NOW - 2 * HOUR + 1),
      at(NOW - 2 * HOUR + HOUR - 1),
      at(NOW - 40 * 24 * HOUR),
      at(NOW),
    );
    const { body } = await get(
      zoneId,
      '/timeseries?since=-3h&bucket=hour&until=2026-01-01T00:00:00Z',
    );
    assert.deepEqual(body.result, {
      bucket: 'hour',
      by: 'action',
      since: '2025-12-31T21:00:00.000Z',
      until: '2026-01-01T00:00:00.000Z',
      total: 4,
      buckets: [
        { start: '2025-12-31T21:00:00.000Z', total: 1, counts: { block: 1 } },
        { start: '2025-12-31T22:00:00.000Z', total: 3, counts: { block: 2, log: 1 } },
        { start: '2025-12-31T23:00:00.000Z', total: 0, counts: {} },
      ],
    });
    const day = (await get(zoneId, '/timeseries?by=source&action=block')).body.result;
    assert.equal(day.bucket, 'fifteen_minutes');
    assert.equal(day.total, 4);
    assert.deepEqual(day.buckets.at(-1).counts, { dlp: 1 });
    const buckets: readonly (readonly [since: string, bucket: string])[] = [
      ['-1h', 'minute'],
      ['-6h', 'five_minutes'],
      ['-4d', 'hour'],
      ['-30d', 'day'],
      ['1970-01-01T00:00:00Z', 'day'],
    ];
    for (const [since, bucket] of buckets) {
      const { result } = (await get(zoneId, `/timeseries?since=${since}`)).body;
      assert.equal(result.bucket, bucket);
      assert.ok(result.buckets.length <= 122, since);
    }
  });

  it('are ranked', async () => {
    const zoneId = await api.newZone();
    await store(
      zoneId,
      { RuleID: 'r1', Description: 'older words', Datetime: NOW - 3_000 },
      { RuleID: 'r1', Description: 'newer words', Datetime: NOW - 2_000, ClientIP: '192.0.2.9' },
      { RuleID: 'r2', Description: 'other', ClientRequestPath: '/login' },
      { RuleID: 'r3', Datetime: NOW - 25 * HOUR },
    );
    const top = async (query: string) => (await get(zoneId, `/top?${query}`)).body.result;
    assert.deepEqual(await top('by=rule'), {
      by: 'rule',
      exact: true,
      items: [
        { value: 'r1', count: 2, ruleset_id: 'a'.repeat(32), description: 'newer words' },
        { value: 'r2', count: 1, ruleset_id: 'a'.repeat(32), description: 'other' },
      ],
    });
    assert.deepEqual((await top('by=ip&limit=1')).items, [{ value: '192.0.2.1', count: 2 }]);
    assert.deepEqual((await top('by=host&since=-2d')).items, [
      { value: 'www.shop.test', count: 4 },
    ]);
    assert.deepEqual((await top('by=country&rule_id=r2')).items, [{ value: 'unknown', count: 1 }]);
    assert.deepEqual((await top('by=path&rule_id=r2')).items, [{ value: '/login', count: 1 }]);
    assert.deepEqual((await top('by=action')).items, [{ value: 'block', count: 3 }]);
    assert.deepEqual((await top('by=source')).items, [{ value: 'firewallcustom', count: 3 }]);
  });

  it('refuse invalid queries with an explanation', async () => {
    const zoneId = await api.newZone();
    const many = Array.from({ length: 21 }, (_, n) => `192.0.2.${n}`).join();
    const cases: readonly (readonly [path: string, parameter: string])[] = [
      ['?since=yesterday', 'since'],
      ['?since=-1w', 'since'],
      ['?since=-1', 'since'],
      ['?since=2026-02-30T00:00:00Z', 'since'],
      ['?since=0001-01-01T00:00:00Z', 'since'],
      ['?until=', 'until'],
      ['?since=-1h&until=-2h', 'since'],
      ['?since=-1h&since=-2h', 'since'],
      ['?action=explode', 'action'],
      ['?action=block,,log', 'action'],
      ['?source=waf9', 'source'],
      ['?rule_id=a%20b', 'rule_id'],
      ["?ruleset_id='%20or%201=1", 'ruleset_id'],
      ['?host=a/b', 'host'],
      ['?path=admin', 'path'],
      ['?path=starts_with:', 'path'],
      ['?path=/%00', 'path'],
      ['?ip=192.0.2', 'ip'],
      ['?ip=192.0.2.0/24', 'ip'],
      [`?ip=${many}`, 'ip'],
      ['?ray=xyz', 'ray'],
      ['?cursor=1', 'cursor'],
      ['?cursor=1-x', 'cursor'],
      ['?per_page=0', 'per_page'],
      ['?per_page=501', 'per_page'],
      ['?per_page=ten', 'per_page'],
      [`?path=/${'x'.repeat(4_000)}`, 'path'],
      ['/timeseries?bucket=week', 'bucket'],
      ['/timeseries?bucket=minute&since=-30d', 'bucket'],
      ['/timeseries?by=ip', 'by'],
      ['/top?by=moon', 'by'],
      ['/top?limit=101', 'limit'],
      ['/top?ip=x', 'ip'],
      ['/top?country=Portugal', 'country'],
    ];
    // Regression: a misspelt filter was ignored.
    for (const path of [
      '?rule=r1',
      '?Action=block',
      '/timeseries?limit=5',
      '/top?bucket=hour',
      '/export?per_page=5',
    ]) {
      const { status, body } = await get(zoneId, path);
      assert.equal(status, 400, path);
      assert.equal(body.errors[0].code, 11002, path);
      const name = /[?](\w+)=/.exec(path)?.[1];
      const told = new RegExp(
        `^there is no parameter "${name}" here; there are since, until, action`,
      );
      assert.match(body.errors[0].message, told);
    }
    for (const [path, parameter] of cases) {
      const { status, body } = await get(zoneId, path);
      assert.equal(status, 400, path);
      assert.equal(body.errors[0].code, 11002, path);
      assert.match(body.errors[0].message, new RegExp(`the parameter "${parameter}"`), path);
    }
    const far = await get(zoneId, '?since=9999-01-01T00:00:00Z');
    assert.deepEqual(far.body.result, []);
    // The range began after its end.
    const now = new Date(NOW + 1).toISOString();
    const later = (await get(zoneId, '/timeseries?since=9999-01-01T00:00:00Z')).body.result;
    assert.deepEqual([later.since, later.until, later.buckets], [now, now, []]);
    const gone = (await get(zoneId, '/timeseries?until=2020-01-01T00:00:00Z')).body.result;
    assert.deepEqual([gone.since, gone.buckets], [gone.until, []]);
    assert.deepEqual(await ids(zoneId, 'cursor=999999999999999-999999999999999'), []);
  });

  it('need the permission to read them', async () => {
    const [zoneId, other] = [await api.newZone(), await api.newZone()];
    const reader = await api.zoneToken(ANALYTICS_READ, zoneId);
    const stranger = await api.zoneToken(ZONE_READ, zoneId);
    const call = (id: string, token: string) =>
      api.call('GET', `/zones/${id}/security/events`, { token });
    assert.equal((await call(zoneId, reader)).status, 200);
    assert.equal((await call(other, reader)).status, 403);
    const refused = await call(zoneId, stranger);
    assert.equal(refused.status, 403);
    assert.match(refused.body.errors[0].message, /"Analytics Read"/);
  });

  it('are deleted when they are old, or with their zone', async () => {
    const [zoneId, gone] = [await api.newZone(), await api.newZone()];
    const day = 24 * HOUR;
    await store(zoneId, ...Array.from({ length: 1_100 }, () => ({ Datetime: NOW - 31 * day })), {
      id: 'kept',
      Datetime: NOW - 29 * day,
    });
    await store(gone, {});
    await api.call('DELETE', `/zones/${gone}`);
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    await jobs.find(({ name }) => name === 'security-event-trim')?.run(never);
    assert.deepEqual(await ids(zoneId, ''), ['kept']);
    const left = await api.core.database.read
      .selectFrom('security_events')
      .select('id')
      .where('zone_id', '=', gone)
      .execute();
    assert.deepEqual(left, []);
  });

  it('accept unknown services and actions', async () => {
    const zoneId = await api.newZone();
    const event: FirewallEvent = sampleEvent(zoneId, { Source: 'newsource', Action: 'newaction' });
    await api.deliver('firewall-events', [event]);
    const { body } = await get(zoneId);
    assert.equal(body.result[0].service, 'newsource');
    assert.equal(body.result[0].action, 'newaction');
  });
});
