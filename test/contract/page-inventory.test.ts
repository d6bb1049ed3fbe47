import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  sampleCookie,
  sampleScript,
  sampleVisitors,
} from '../../src/areas/page-monitoring/fixtures/sample-observation.ts';
import { itemStore } from '../../src/areas/page-monitoring/inventory/item-store.ts';
import type { PageMonitoringDatabase } from '../../src/areas/page-monitoring/page-monitoring-tables.ts';
import {
  type ScriptVersion,
  scriptStore,
} from '../../src/areas/page-monitoring/scripts/script-store.ts';
import type { PageObservation } from '../../src/contracts/events/page-observation.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const DAY = 24 * 3_600_000;
const never = new AbortController().signal;
const OBSERVATIONS = 'page-observations';

describeOnEachDatabase('page inventory', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  /** The type of the area: the wider one of the application is not assignable to narrower parameters. */
  const database = () => api.core.database as unknown as PageMonitoringDatabase;

  async function see(...observations: PageObservation[]): Promise<void> {
    assert.equal(await api.deliver(OBSERVATIONS, observations), 0);
  }

  /** Observed now. */
  const fresh = () => ({ firstSeenAt: api.clock.now() - 1_000, lastSeenAt: api.clock.now() });

  const get = (zoneId: string, rest: string): Promise<TestResponse> =>
    api.call('GET', `/zones/${zoneId}/page_shield/${rest}`);

  async function urls(zoneId: string, query = '', what = 'scripts'): Promise<string[]> {
    const { status, body } = await get(zoneId, `${what}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.result.map(({ url, name }: { url?: string; name?: string }) =>
      (url ?? name ?? '').replace(/^https:\/\/cdn\.test\//, ''),
    );
  }

  async function statusOf(zoneId: string): Promise<string | undefined> {
    const { body } = await get(zoneId, 'scripts?status=active,infrequent,inactive');
    return body.result[0]?.status;
  }

  async function trim(): Promise<void> {
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    await jobs.find(({ name }) => name === 'page-item-trim')?.run(never);
  }

  async function alerts(zoneId: string): Promise<string[]> {
    return (await api.alerts())
      .filter((alert) => alert.zoneId === zoneId)
      .flatMap((alert) =>
        'resource' in alert
          ? `${alert.kind} ${alert.resource.type} ${alert.resource.url.slice(0, 30)}`
          : [],
      );
  }

  const version = (hash: string, score: number | null = 90): ScriptVersion => ({
    hash: hash.padStart(64, '0'),
    fetched_at: api.clock.now(),
    js_integrity_score: score,
    magecart_score: score,
    malware_score: score,
    cryptomining_score: score,
    obfuscation_score: score,
    dataflow_score: score,
  });

  async function fetched(zoneId: string, url: string, found: ScriptVersion): Promise<void> {
    const list = await get(
      zoneId,
      'scripts?page=all&status=active,infrequent&exclude_duplicates=false&exclude_cdn_cgi=false',
    );
    const id = list.body.result.find((each: { url: string }) => each.url.endsWith(url))?.id;
    await database().transaction(async (tx) => {
      const item = (await itemStore.findMany(tx, [id])).get(id);
      assert.ok(item);
      await scriptStore.saveFetch(tx, item, found);
    });
  }

  it('shows a script with every member, in lists and by itself', async () => {
    const zoneId = await api.newZone();
    await see(sampleScript(zoneId));
    const list = (await get(zoneId, 'scripts')).body;
    const { id } = list.result[0];
    const script = {
      id,
      url: 'https://cdn.test/app.js',
      added_at: '2026-01-01T00:00:00.000000Z',
      first_seen_at: '2025-12-31T23:59:49Z',
      last_seen_at: '2025-12-31T23:59:50Z',
      host: 'www.shop.test',
      url_contains_cdn_cgi_path: false,
      status: 'active',
      domain_reported_malicious: false,
      url_reported_malicious: false,
      first_page_url: 'https://www.shop.test/checkout/pay',
      hash: null,
      fetched_at: null,
      js_integrity_score: null,
      magecart_score: null,
      malware_score: null,
      cryptomining_score: null,
      obfuscation_score: null,
      dataflow_score: null,
    };
    assert.deepEqual(list.result, [script]);
    assert.deepEqual(list.result_info, {
      page: 1,
      per_page: 20,
      count: 1,
      total_count: 1,
      total_pages: 1,
    });
    assert.deepEqual((await get(zoneId, `scripts/${id}`)).body.result, {
      ...script,
      page_urls: ['https://www.shop.test/checkout/pay'],
      versions: null,
    });
  });

  it('shows a connection with every member', async () => {
    const zoneId = await api.newZone();
    await see(sampleScript(zoneId, { kind: 'connection', url: 'https://api.test' }));
    const list = (await get(zoneId, 'connections')).body.result;
    const { id } = list[0];
    assert.deepEqual(list, [
      {
        id,
        url: 'https://api.test',
        added_at: '2026-01-01T00:00:00.000000Z',
        first_seen_at: '2025-12-31T23:59:49Z',
        last_seen_at: '2025-12-31T23:59:50Z',
        host: 'www.shop.test',
        url_contains_cdn_cgi_path: false,
        status: 'active',
        domain_reported_malicious: false,
        url_reported_malicious: false,
        malicious_domain_categories: [],
        malicious_url_categories: [],
        first_page_url: 'https://www.shop.test/checkout/pay',
      },
    ]);
    const one = (await get(zoneId, `connections/${id}`)).body.result;
    assert.deepEqual(one, { ...list[0], page_urls: ['https://www.shop.test/checkout/pay'] });
    assert.equal((await get(zoneId, `scripts/${id}`)).status, 404);
  });

  it('shows a cookie with every member, and keeps the attributes that the origin has set', async () => {
    const zoneId = await api.newZone();
    await see(sampleCookie(zoneId));
    const unknown = (await get(zoneId, 'cookies')).body.result[0];
    assert.deepEqual(unknown, {
      id: unknown.id,
      name: 'session',
      host: 'www.shop.test',
      type: 'unknown',
      first_seen_at: '2025-12-31T23:59:49Z',
      last_seen_at: '2025-12-31T23:59:50Z',
      domain_attribute: 'www.shop.test',
      path_attribute: '/checkout',
      expires_attribute: null,
      max_age_attribute: null,
      http_only_attribute: null,
      secure_attribute: null,
      same_site_attribute: null,
      first_page_url: 'www.shop.test/checkout/pay',
      page_urls: ['www.shop.test/checkout/pay'],
    });
    const expiresAt = Date.UTC(2026, 5, 1);
    const attributes = {
      domain: 'shop.test',
      path: '/',
      expiresAt,
      sameSite: 'strict',
      secure: true,
      httpOnly: false,
    } as const;
    await see(sampleCookie(zoneId, { attributes }), sampleCookie(zoneId));
    const known = (await get(zoneId, `cookies/${unknown.id}`)).body.result;
    assert.deepEqual(known, {
      ...unknown,
      type: 'first_party',
      domain_attribute: 'shop.test',
      path_attribute: '/',
      expires_attribute: '2026-06-01T00:00:00Z',
      http_only_attribute: false,
      secure_attribute: true,
      same_site_attribute: 'strict',
    });
    const rows: readonly [query: string, count: number][] = [
      ['type=first_party', 1],
      ['type=unknown', 0],
      ['name=sess*', 1],
      ['name=sess', 0],
      ['domain=shop.test&path=/&same_site=strict&secure=true&http_only=false', 1],
      ['secure=false', 0],
      ['page_url=*checkout*', 1],
      ['hosts=other.test', 0],
    ];
    for (const [query, count] of rows) {
      assert.equal((await urls(zoneId, query, 'cookies')).length, count, query);
    }
  });

  it('counts a message once, even if it is redelivered', async () => {
    const zoneId = await api.newZone();
    const once = () => sampleScript(zoneId, { count: 1 });
    await api.deliver(OBSERVATIONS, [once()]);
    await api.deliver(OBSERVATIONS, [once()]);
    await api.redeliver(OBSERVATIONS);
    await api.redeliver(OBSERVATIONS);
    assert.equal(await statusOf(zoneId), 'infrequent');
    await api.deliver(OBSERVATIONS, [once()]);
    assert.equal(await statusOf(zoneId), 'active');
  });

  it('skips invalid messages, and those of unknown zones', async () => {
    const zoneId = await api.newZone();
    const { url: _url, ...incomplete } = sampleScript(zoneId);
    const bad = [null, 1, {}, incomplete, { ...sampleScript(zoneId), count: -1 }, { kind: 'x' }];
    assert.equal(
      await api.deliver(OBSERVATIONS, [
        ...bad,
        { ...sampleScript(zoneId), url: 'https://a\u0000' },
      ]),
      7,
    );
    assert.equal(
      await api.deliver(OBSERVATIONS, [sampleScript('f'.repeat(32)), sampleScript(zoneId)]),
      0,
    );
    assert.deepEqual(await urls(zoneId), ['app.js']);
  });

  it('accepts any number in attributes of cookies', async () => {
    const zoneId = await api.newZone();
    const flags = { secure: true, httpOnly: true };
    await see(
      sampleCookie(zoneId, {
        name: 'a',
        attributes: { ...flags, expiresAt: 1e300, maxAge: 1e300 },
      }),
      sampleCookie(zoneId, { name: 'b', attributes: { ...flags, expiresAt: -5, maxAge: -1.5 } }),
    );
    const cookies = (await get(zoneId, 'cookies?order_by=first_seen_at')).body.result;
    const shown = cookies.map((cookie: Record<string, unknown>) => [
      cookie['name'],
      cookie['expires_attribute'],
      cookie['max_age_attribute'],
    ]);
    assert.deepEqual(shown.sort(), [
      ['a', '9999-12-31T23:59:59Z', 1e12],
      ['b', '1970-01-01T00:00:00Z', -1],
    ]);
    const bad = { ...flags, domain: 'a\u0000' };
    assert.equal(
      await api.deliver(OBSERVATIONS, [sampleCookie(zoneId, { name: 'c', attributes: bad })]),
      1,
    );
  });

  it('keeps the ten newest pages', async () => {
    const zoneId = await api.newZone();
    for (let n = 0; n < 12; n++) {
      await see(sampleScript(zoneId, { pageUrl: `https://www.shop.test/${n}` }));
    }
    await see(sampleScript(zoneId, { pageUrl: 'https://www.shop.test/5' }));
    const { id } = (await get(zoneId, 'scripts')).body.result[0];
    const { page_urls: pages, first_page_url: first } = (await get(zoneId, `scripts/${id}`)).body
      .result;
    assert.equal(first, 'https://www.shop.test/0');
    assert.deepEqual(
      pages.map((page: string) => Number(page.split('/').at(-1))),
      [5, 11, 10, 9, 8, 7, 6, 4, 3, 2],
    );
  });

  it('needs three visitors for an active script, not three reports of one (a visitor could forge them)', async () => {
    const zoneId = await api.newZone();
    const visitors = sampleVisitors(3);
    for (const [names, status] of [
      [[visitors[0], visitors[1]], 'infrequent'],
      [[visitors[1]], 'infrequent'],
      [[visitors[2]], 'active'],
    ] as const) {
      await see(
        sampleScript(zoneId, {
          ...fresh(),
          count: 100,
          visitors: names.filter((each) => each !== undefined),
        }),
      );
      assert.equal(await statusOf(zoneId), status);
    }
  });

  it('tracks the status of an item over time', async () => {
    const zoneId = await api.newZone();
    await see(sampleScript(zoneId, { ...fresh(), count: 2 }));
    assert.equal(await statusOf(zoneId), 'infrequent');
    assert.deepEqual(await urls(zoneId), []);
    const { id } = (await get(zoneId, 'scripts?status=infrequent')).body.result[0];
    await api.clock.advance(5 * DAY - 1);
    assert.equal(await statusOf(zoneId), 'infrequent');
    await api.clock.advance(1);
    assert.equal(await statusOf(zoneId), undefined);
    assert.equal((await get(zoneId, `scripts/${id}`)).status, 404);
    // An expired item is new again, even if it was not trimmed yet.
    await see(sampleScript(zoneId, { ...fresh(), count: 2 }));
    assert.equal(await statusOf(zoneId), 'infrequent');
    await see(sampleScript(zoneId, { ...fresh(), count: 1 }));
    assert.equal(await statusOf(zoneId), 'active');
    await api.clock.advance(7 * DAY - 1);
    assert.equal(await statusOf(zoneId), 'active');
    await api.clock.advance(1);
    assert.equal(await statusOf(zoneId), 'inactive');
    assert.deepEqual(await urls(zoneId, 'status=inactive'), ['app.js']);
    assert.deepEqual(await urls(zoneId, 'status=active,infrequent'), []);
    await see(sampleScript(zoneId, { ...fresh(), count: 1 }));
    assert.equal(await statusOf(zoneId), 'active');
    await api.clock.advance(30 * DAY - 1);
    await trim();
    assert.equal(await statusOf(zoneId), 'inactive');
    await api.clock.advance(1);
    assert.equal(await statusOf(zoneId), undefined);
    await trim();
    const left = await itemStore.idsOfZone(database().read, zoneId, 10);
    assert.deepEqual(left, []);
  });

  it('deletes the items of deleted zones', async () => {
    const zoneId = await api.newZone();
    await see(sampleScript(zoneId, fresh()));
    await api.call('DELETE', `/zones/${zoneId}`);
    await trim();
    assert.deepEqual(await itemStore.idsOfZone(database().read, zoneId, 10), []);
  });

  it('records alerts about new resources, their domains, and URLs that are too long', async () => {
    const zoneId = await api.newZone();
    const connection = { kind: 'connection', url: 'https://cdn.test' } as const;
    const { url: _url, ...seen } = sampleScript(zoneId);
    await see(
      sampleScript(zoneId),
      sampleScript(zoneId, { url: 'https://cdn.test/b.js' }),
      sampleScript(zoneId, connection),
      sampleCookie(zoneId),
      { ...seen, kind: 'long-url', resource: 'script', url: 'https://long.test/' },
    );
    await see(sampleScript(zoneId), sampleScript(zoneId, { url: 'https://cdn.test/c.js' }));
    assert.deepEqual(await alerts(zoneId), [
      'page_new_resource script https://cdn.test/app.js',
      'page_new_domain script https://cdn.test/app.js',
      'page_new_resource script https://cdn.test/b.js',
      'page_new_resource connection https://cdn.test',
      'page_new_domain connection https://cdn.test',
      'page_url_too_long script https://long.test/',
      'page_new_resource script https://cdn.test/c.js',
    ]);
  });

  it('records each alert once, even if a message is redelivered or repeated', async () => {
    const zoneId = await api.newZone();
    const { url: _url, ...seen } = sampleScript(zoneId);
    const long = (lastSeenAt: number) =>
      ({
        ...seen,
        kind: 'long-url',
        resource: 'script',
        url: 'https://l.test/',
        lastSeenAt,
      }) as const;
    const morning = Date.UTC(2026, 0, 2, 8);
    await see(sampleScript(zoneId), long(morning));
    await api.redeliver('page-observations');
    await see(long(morning + 2_000));
    assert.deepEqual(await alerts(zoneId), [
      'page_new_resource script https://cdn.test/app.js',
      'page_new_domain script https://cdn.test/app.js',
      'page_url_too_long script https://l.test/',
    ]);
    await see(long(morning + 24 * 3_600_000));
    assert.equal((await alerts(zoneId)).length, 4, 'on the next day there is another alert');
  });

  it('filters by hosts, URLs and pages', async () => {
    const zoneId = await api.newZone();
    const seen = (url: string, host: string, pageUrl = `https://${host}/`) =>
      sampleScript(zoneId, { ...fresh(), url: `https://cdn.test/${url}`, host, pageUrl });
    await see(
      seen('a.js', 'www.shop.test'),
      seen('b.js', 'blog.shop.test'),
      seen('c.js', 'shop.test', 'https://shop.test/pay_now'),
      seen('d%.js', 'www.other.test', 'https://www.other.test/"x"'),
      seen('cdn-cgi/e.js', 'shop.test'),
      seen('f.js?/cdn-cgi/', 'elsewhere.test'),
    );
    const rows: readonly [query: string, expected: string[]][] = [
      ['hosts=www.shop.test', ['a.js']],
      ['hosts=WWW.shop.test,blog.shop.test', ['a.js', 'b.js']],
      ['hosts=*.shop.test', ['a.js', 'b.js']],
      ['hosts=*shop.test', ['a.js', 'b.js', 'c.js']],
      ['hosts=www*', ['a.js', 'd%.js']],
      ['hosts=*shop*', ['a.js', 'b.js', 'c.js']],
      ['hosts=*shop*&order_by=first_seen_at', ['a.js', 'b.js', 'c.js']],
      ['hosts=none.test', []],
      ['hosts=none*', []],
      ['hosts=', ['a.js', 'b.js', 'c.js', 'd%.js', 'f.js?/cdn-cgi/']],
      ['urls=a.js,b.js', ['a.js', 'b.js']],
      ['urls=%25', ['d%.js']],
      ['urls=_', []],
      ['exclude_urls=a.js,%25', ['b.js', 'c.js', 'f.js?/cdn-cgi/']],
      ['page_url=https://shop.test/pay_now', ['c.js']],
      ['page_url=https://shop.test/pay', []],
      ['page_url=https://shop.test/pay*', ['c.js']],
      ['page_url=*_now', ['c.js']],
      ['page_url=*%22x%22', ['d%.js']],
      ['page_url=*shop.test*', ['a.js', 'b.js', 'c.js']],
      ['urls=cdn-cgi', ['f.js?/cdn-cgi/']],
      ['exclude_cdn_cgi=false&urls=cdn-cgi', ['cdn-cgi/e.js', 'f.js?/cdn-cgi/']],
      ['unknown=1', ['a.js', 'b.js', 'c.js', 'd%.js', 'f.js?/cdn-cgi/']],
    ];
    for (const [query, expected] of rows) {
      assert.deepEqual((await urls(zoneId, query)).sort(), expected, query);
    }
  });

  it('orders, pages and counts', async () => {
    const zoneId = await api.newZone();
    const now = api.clock.now();
    const seen = Array.from({ length: 7 }, (_, n) =>
      sampleScript(zoneId, {
        url: `https://cdn.test/${n}`,
        firstSeenAt: now - 10_000 + ((n * 3) % 7) * 1_000,
        lastSeenAt: now - n * 1_000,
        count: n % 2 === 0 ? 3 : 1,
      }),
    );
    await see(...seen);
    const all = 'status=active,infrequent&';
    assert.equal((await urls(zoneId)).join(''), '0246');
    assert.equal((await urls(zoneId, all)).join(''), '0123456');
    assert.equal((await urls(zoneId, `${all}direction=asc`)).join(''), '6543210');
    assert.equal((await urls(zoneId, `${all}order_by=first_seen_at`)).join(''), '2461350');
    const oldest = `${all}order_by=first_seen_at&direction=asc`;
    assert.equal((await urls(zoneId, oldest)).join(''), '0531642');
    assert.equal((await urls(zoneId, `${all}per_page=3&page=2`)).join(''), '345');
    const last = (await get(zoneId, `scripts?${all}per_page=3&page=3`)).body;
    assert.deepEqual(last.result_info, {
      page: 3,
      per_page: 3,
      count: 1,
      total_count: 7,
      total_pages: 3,
    });
    const beyond = (await get(zoneId, `scripts?${all}per_page=3&page=4`)).body;
    assert.deepEqual([beyond.result, beyond.result_info.total_count], [[], 7]);
    const whole = (await get(zoneId, `scripts?${all}page=all&per_page=1`)).body;
    assert.equal(whole.result.length, 7);
    assert.equal(whole.result_info.total_pages, 1);
  });

  it('counts exactly up to 10,000, and beyond that shows that there are more', async () => {
    const zoneId = await api.newZone();
    await see(sampleScript(zoneId, fresh()));
    const [id = ''] = await itemStore.idsOfZone(database().read, zoneId, 1);
    await database().transaction(async (tx) => {
      const item = (await itemStore.findMany(tx, [id])).get(id);
      assert.ok(item);
      const copies = Array.from({ length: 10_049 }, (_, n) => ({
        ...item,
        id: `${zoneId.slice(0, 24)}${n.toString(16).padStart(8, '0')}`,
      }));
      await itemStore.save(tx, copies);
    });
    const rows: readonly [page: number, count: number, total: number][] = [
      [1, 100, 10_000],
      [100, 100, 10_001],
      [101, 50, 10_050],
      [102, 0, 10_000],
    ];
    for (const [page, count, total] of rows) {
      const { result_info: info } = (await get(zoneId, `scripts?per_page=100&page=${page}`)).body;
      assert.deepEqual([info.count, info.total_count], [count, total], `page ${page}`);
    }
  });

  it('orders malicious scripts first on request, in either direction', async () => {
    const zoneId = await api.newZone();
    const seen = (n: number) =>
      sampleScript(zoneId, {
        ...fresh(),
        url: `https://cdn.test/${n}`,
        lastSeenAt: api.clock.now() - n * 1_000,
      });
    await see(...[0, 1, 2, 3].map(seen));
    await fetched(zoneId, '/1', version('1', 9));
    await fetched(zoneId, '/2', version('2', 10));
    await fetched(zoneId, '/3', version('3', 1));
    assert.equal((await urls(zoneId)).join(''), '0123');
    assert.equal((await urls(zoneId, 'prioritize_malicious=true')).join(''), '1302');
    const ascending = 'prioritize_malicious=true&direction=asc';
    assert.equal((await urls(zoneId, ascending)).join(''), '3120');
    assert.equal((await urls(zoneId, `${ascending}&per_page=2&page=2`)).join(''), '20');
    // A later fetch finds harmless code.
    await fetched(zoneId, '/3', version('4', 80));
    assert.equal((await urls(zoneId, 'prioritize_malicious=true')).join(''), '1023');
  });

  it('shows only the latest of scripts with the same content, and the last ten versions', async () => {
    const zoneId = await api.newZone();
    const seen = (n: number) => sampleScript(zoneId, { ...fresh(), url: `https://cdn.test/${n}` });
    await see(seen(1));
    await api.clock.advance(1_000);
    await see(seen(2));
    for (const url of ['/1', '/2']) await fetched(zoneId, url, version('abc'));
    assert.deepEqual(await urls(zoneId), ['2']);
    assert.deepEqual(await urls(zoneId, 'exclude_duplicates=false'), ['2', '1']);
    // Among the scripts that match the filter.
    assert.deepEqual(await urls(zoneId, 'urls=/1'), ['1']);
    assert.deepEqual(await urls(zoneId, 'exclude_urls=/2'), ['1']);
    assert.deepEqual(await urls(zoneId, 'urls=cdn.test'), ['2']);
    assert.equal((await get(zoneId, 'scripts?urls=cdn.test')).body.result_info.total_count, 1);
    // A script that is hidden because of its path does not represent others.
    await see(sampleScript(zoneId, { ...fresh(), url: 'https://cdn.test/cdn-cgi/3' }));
    await fetched(zoneId, '/3', version('abc'));
    assert.deepEqual(await urls(zoneId), ['2']);
    assert.deepEqual((await urls(zoneId, 'exclude_cdn_cgi=false')).sort(), ['2', 'cdn-cgi/3']);
    await api.clock.advance(8 * DAY);
    await see(seen(1));
    assert.deepEqual(await urls(zoneId), ['1']);
    assert.deepEqual(await urls(zoneId, 'status=inactive'), ['2']);
    assert.deepEqual(await urls(zoneId, 'status=active,inactive'), ['1']);
    await see(seen(2));
    await api.clock.advance(1_000);
    await see(seen(1));
    for (let n = 0; n < 11; n++) await fetched(zoneId, '/1', version(String(n), 40 + n));
    assert.deepEqual((await urls(zoneId)).sort(), ['1', '2']);
    await fetched(zoneId, '/1', version('10', 55));
    const { id } = (await get(zoneId, 'scripts?urls=/1')).body.result[0];
    const script = (await get(zoneId, `scripts/${id}`)).body.result;
    assert.equal(script.js_integrity_score, 55);
    assert.equal(script.hash, '10'.padStart(64, '0'));
    assert.deepEqual(
      script.versions.map(({ hash }: { hash: string }) => Number(hash)),
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    );
  });

  const refused: readonly string[] = [
    'scripts?status=new',
    'scripts?status=',
    'scripts?order_by=url',
    'scripts?direction=up',
    'scripts?export=json',
    'scripts?per_page=0',
    'scripts?per_page=101',
    'scripts?page=0',
    'scripts?page=-1',
    'scripts?page=x',
    'scripts?exclude_cdn_cgi=1',
    'connections?prioritize_malicious=yes',
    'cookies?type=third_party',
    'cookies?same_site=Lax',
  ];
  for (const path of refused) {
    it(`refuses ${path}`, async () => {
      const answer = await get(await api.newZone(), path);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
    });
  }

  it('names the missing resource', async () => {
    const zoneId = await api.newZone();
    for (const [segment, noun] of [
      ['scripts', 'Script'],
      ['connections', 'Connection'],
      ['cookies', 'Cookie'],
    ]) {
      const answer = await get(zoneId, `${segment}/${'0'.repeat(32)}`);
      assert.equal(answer.status, 404);
      assert.match(answer.body.errors[0].message, new RegExp(`Could not find ${noun}`));
      assert.equal((await get(zoneId, `${segment}/xyz`)).body.errors[0].code, 7003);
    }
    const other = await api.newZone();
    await see(sampleScript(other, fresh()));
    const { id } = (await get(other, 'scripts')).body.result[0];
    assert.equal((await get(zoneId, `scripts/${id}`)).status, 404);
  });

  it('can be downloaded as CSV without formula injection', async () => {
    const zoneId = await api.newZone();
    const pageUrl = 'https://www.shop.test/a,b';
    await see(
      sampleScript(zoneId, { ...fresh(), pageUrl }),
      sampleCookie(zoneId, { ...fresh(), name: '=cmd' }),
    );
    const download = (what: string) =>
      api.app.inject({
        url: `/client/v4/zones/${zoneId}/page_shield/${what}?export=csv&per_page=1`,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      });
    const scripts = await download('scripts');
    assert.equal(scripts.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(scripts.headers['content-disposition']), /^attachment/);
    const [head, row, end] = scripts.body.split('\r\n');
    assert.equal(
      head,
      'id,url,added_at,first_seen_at,last_seen_at,host,url_contains_cdn_cgi_path,status,domain_reported_malicious,url_reported_malicious,malicious_domain_categories,malicious_url_categories,first_page_url,page_urls,hash,fetched_at,js_integrity_score,magecart_score,malware_score,cryptomining_score,obfuscation_score,dataflow_score',
    );
    assert.match(row ?? '', /,active,false,false,,,"https:.*a,b","https:.*a,b",,,/);
    assert.equal(end, '');
    assert.match((await download('cookies')).body, /,'=cmd,www\.shop\.test,unknown,/);
  });

  it('is limited by the plan', async () => {
    const free = await api.newZone('free');
    await see(sampleScript(free, fresh()));
    const script = (await get(free, 'scripts')).body.result[0];
    assert.deepEqual(Object.keys(script).sort(), [
      'added_at',
      'domain_reported_malicious',
      'first_seen_at',
      'host',
      'id',
      'last_seen_at',
      'status',
      'url',
      'url_contains_cdn_cgi_path',
    ]);
    const one = (await get(free, `scripts/${script.id}`)).body.result;
    assert.deepEqual(one, script);
    for (const path of [
      'connections',
      'cookies',
      `connections/${'0'.repeat(32)}`,
      'scripts?page_url=x',
      'scripts?export=csv',
    ]) {
      const answer = await get(free, path);
      assert.equal(answer.status, 403, path);
      assert.match(answer.body.errors[0].message, /not entitled/);
    }
    const business = await api.newZone('business');
    await see(sampleCookie(business, fresh()));
    const cookie = (await get(business, 'cookies')).body.result[0];
    assert.ok(!('secure_attribute' in cookie));
    assert.ok('page_urls' in cookie);
  });
});
