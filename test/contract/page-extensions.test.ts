import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import {
  sampleCookie,
  sampleScript,
} from '../../src/areas/page-monitoring/fixtures/sample-observation.ts';
import type { PageMonitoringDatabase } from '../../src/areas/page-monitoring/page-monitoring-tables.ts';
import type {
  PageViolation,
  PageViolationFields,
} from '../../src/contracts/events/page-violation.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const never = new AbortController().signal;
const noScores = {
  js_integrity_score: null,
  magecart_score: null,
  malware_score: null,
  cryptomining_score: null,
  obfuscation_score: null,
  dataflow_score: null,
  reasons_json: null,
};

describeOnEachDatabase('page monitoring beyond the public API', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  const call = (
    method: string,
    zoneId: string,
    rest: string,
    body?: unknown,
  ): Promise<TestResponse> =>
    api.call(method, `/zones/${zoneId}/page_shield/${rest}`, body === undefined ? {} : { body });

  const raw = (zoneId: string, rest: string) =>
    api.app.inject({
      url: `/client/v4/zones/${zoneId}/page_shield/${rest}`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });

  async function policy(zoneId: string, change: object = {}): Promise<string> {
    const body = {
      description: 'all',
      action: 'log',
      expression: 'true',
      enabled: true,
      value: "script-src 'self' https://cdn.test",
      ...change,
    };
    const answer = await call('POST', zoneId, 'policies', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result.id;
  }

  function violation(
    zoneId: string,
    policyId: string,
    change: Partial<PageViolationFields> = {},
  ): PageViolation {
    return {
      id: newHexId(),
      zoneId,
      accountId: api.accountId,
      fields: {
        Action: 'log',
        CSPDirective: 'script-src',
        Host: 'www.shop.test',
        PageURL: 'https://www.shop.test/pay',
        PolicyID: policyId,
        ResourceType: 'script',
        Timestamp: api.clock.now() - 1_000,
        URL: 'https://evil.test/x.js',
        URLContainsCDNCGIPath: false,
        URLHost: 'evil.test',
        ...change,
      },
    };
  }

  const trimViolations = async () =>
    await api.core.modules
      .flatMap((module) => module.jobs)
      .find(({ name }) => name === 'page-violation-trim')
      ?.run(never);

  it('counts violations of a policy over time, and shows samples', async () => {
    const zoneId = await api.newZone();
    const id = await policy(zoneId);
    const twice = violation(zoneId, id);
    const now = api.clock.now();
    await api.deliver('page-violations', [
      twice,
      violation(zoneId, id, { Timestamp: now - 3 * HOUR }),
      violation(zoneId, id, { ResourceType: 'connection', URL: 'https://api.test' }),
      violation(zoneId, 'f'.repeat(32)),
      violation(await api.newZone(), id),
    ]);
    await api.redeliver('page-violations');
    assert.equal(await api.deliver('page-violations', [null, { id: 'x' }]), 2);
    const { result } = (await call('GET', zoneId, `policies/${id}/violations`)).body;
    assert.equal(result.total, 3);
    assert.equal(result.buckets.length, 7 * 24 + 1);
    const filled = result.buckets.filter(({ total }: { total: number }) => total > 0);
    assert.deepEqual(
      filled.map(({ counts }: { counts: object }) => counts),
      [
        { script: 1, connection: 0, other: 0 },
        { script: 1, connection: 1, other: 0 },
      ],
    );
    assert.deepEqual(result.samples[0], {
      url: 'https://evil.test/x.js',
      url_host: 'evil.test',
      directive: 'script-src',
      resource_type: 'script',
      action: 'log',
      host: 'www.shop.test',
      page_url: 'https://www.shop.test/pay',
      count: 2,
      first_seen_at: new Date(now - 3 * HOUR).toISOString().replace('.000', ''),
      last_seen_at: new Date(now - 1_000).toISOString().replace('.000', ''),
    });
    const days = (await call('GET', zoneId, `policies/${id}/violations?bucket=day&limit=1`)).body;
    assert.deepEqual([days.result.total, days.result.samples.length], [3, 1]);
    assert.equal((await call('GET', zoneId, `policies/${'0'.repeat(32)}/violations`)).status, 404);
    const wrong = `policies/${id}/violations?since=2027-01-01T00:00:00Z`;
    assert.equal((await call('GET', zoneId, wrong)).status, 400);
  });

  it('counts violations that the edge has suppressed', async () => {
    const zoneId = await api.newZone();
    const id = await policy(zoneId);
    await api.deliver('page-violations', [{ ...violation(zoneId, id), suppressed: 41 }]);
    const { result } = (await call('GET', zoneId, `policies/${id}/violations`)).body;
    assert.deepEqual([result.total, result.samples[0].count], [42, 1]);
  });

  it('keeps frequent samples, however many others arrive', async () => {
    const zoneId = await api.newZone();
    const id = await policy(zoneId);
    const real = { URL: 'https://real.test/x.js' };
    const at = (minutes: number) => api.clock.now() - minutes * 60_000;
    const made = Array.from({ length: 1_200 }, (_, n) =>
      violation(zoneId, id, { URL: `https://junk.test/${n}.js`, Timestamp: at(50) + n }),
    );
    await api.deliver('page-violations', [
      violation(zoneId, id, { ...real, Timestamp: at(60) }),
      violation(zoneId, id, { ...real, Timestamp: at(59) }),
      ...made,
    ]);
    await trimViolations();
    const { result } = (await call('GET', zoneId, `policies/${id}/violations`)).body;
    assert.deepEqual([result.samples[0].url, result.samples[0].count], [real.URL, 2]);
    const database = api.core.database as unknown as PageMonitoringDatabase;
    const stored = await database.read
      .selectFrom('page_violation_samples')
      .select('id')
      .where('policy_id', '=', id)
      .execute();
    assert.equal(stored.length, 501);
  });

  it('deletes violations after 30 days', async () => {
    const zoneId = await api.newZone();
    const id = await policy(zoneId);
    await api.deliver('page-violations', [violation(zoneId, id)]);
    const count = async () =>
      (await call('GET', zoneId, `policies/${id}/violations?since=2020-01-01T00:00:00Z`)).body
        .result.total;
    await api.clock.advance(29 * DAY);
    await trimViolations();
    assert.equal(await count(), 1);
    await api.clock.advance(2 * DAY);
    await trimViolations();
    assert.equal(await count(), 0);
  });

  it('shows which policies apply to a page, and their decision on a resource', async () => {
    const zoneId = await api.newZone();
    const zoneName = (await api.call('GET', `/zones/${zoneId}`)).body.result.name;
    const all = await policy(zoneId);
    const host = await policy(zoneId, {
      expression: `http.host eq www.${zoneName} and starts_with(http.request.uri.path, "/pay")`,
      action: 'allow',
      value: "default-src 'self'",
    });
    const country = await policy(zoneId, { expression: 'ip.src.country eq "DE"' });
    await policy(zoneId, { enabled: false });
    const ask = async (query: string) =>
      (await call('GET', zoneId, `effective_policy?${query}`)).body.result;
    const pay = await ask(
      `url=https://www.${zoneName}/pay%3Fx&resource=https://cdn.test/a.js&type=script`,
    );
    assert.deepEqual(pay.headers, [
      {
        policy_id: all,
        name: 'content-security-policy-report-only',
        value: "script-src 'self' https://cdn.test",
      },
      { policy_id: host, name: 'content-security-policy', value: "default-src 'self'" },
    ]);
    assert.deepEqual(
      pay.policies.map(({ applies }: { applies: string }) => applies),
      ['yes', 'yes', 'depends', 'no'],
    );
    const depending = pay.policies.find((each: { id: string }) => each.id === country);
    assert.deepEqual(depending.depends_on, ['ip.src.country']);
    assert.deepEqual(pay.resource, {
      url: 'https://cdn.test/a.js',
      type: 'script',
      is_blocked: true,
      is_reported: true,
      decisions: [
        { policy_id: all, directive: 'script-src', is_covered: true },
        { policy_id: host, directive: 'default-src', is_covered: false },
      ],
    });
    const home = await ask(
      `url=https://www.${zoneName}/&resource=wss://live.test/&type=connection`,
    );
    assert.deepEqual(home.resource.decisions, [
      { policy_id: all, directive: null, is_covered: true },
    ]);
    const own = `url=https://${zoneName}/`;
    for (const query of [
      '',
      'url=x',
      'url=ftp://a.test/',
      'url=https://a.test/',
      `${own}&resource=x`,
    ]) {
      assert.equal((await call('GET', zoneId, `effective_policy?${query}`)).status, 400);
    }
    assert.equal((await call('GET', zoneId, `effective_policy?${own}`)).status, 200);
  });

  it('suggests a valid policy without rejected items', async () => {
    const zoneId = await api.newZone();
    const now = { firstSeenAt: api.clock.now(), lastSeenAt: api.clock.now() };
    const urls = [
      'https://cdn.test/lib/a.js?v=1',
      'https://cdn.test/lib/b.js',
      'https://www.shop.test/own.js',
      'https://bad.test/x.js',
      'https://[::1]/y.js',
    ];
    await api.deliver('page-observations', [
      ...urls.map((url) => sampleScript(zoneId, { ...now, url })),
      sampleScript(zoneId, { ...now, kind: 'connection', url: 'wss://live.test:8443' }),
      sampleScript(zoneId, { ...now, url: 'https://rare.test/z.js', count: 1 }),
    ]);
    const bad = (await call('GET', zoneId, 'scripts?urls=bad.test')).body.result[0];
    await call('PUT', zoneId, `scripts/${bad.id}/note`, { decision: 'rejected' });
    const { result } = (await call('GET', zoneId, 'policy_suggestion')).body;
    assert.equal(
      result.value,
      "script-src 'self' https://cdn.test; connect-src 'self' wss://live.test:8443",
    );
    assert.equal(result.items, 4);
    assert.deepEqual(result.left_out.map(({ reason }: { reason: string }) => reason).sort(), [
      'it cannot be written as a source',
      'it was rejected',
    ]);
    await policy(zoneId, { value: result.value });
    const exact = (await call('GET', zoneId, 'policy_suggestion?detail=url')).body.result;
    assert.match(exact.value, /https:\/\/cdn\.test\/lib\/a\.js https:\/\/cdn\.test\/lib\/b\.js;/);
    const more = (await call('GET', zoneId, 'policy_suggestion?status=active,infrequent')).body;
    assert.doesNotMatch(more.result.value, /rare\.test/);
    assert.deepEqual(more.result.left_out.at(-1), {
      url: 'https://rare.test/z.js',
      reason: 'fewer than three visitors have reported it',
    });
  });

  it('stores notes on items and exports them with the inventory', async () => {
    const zoneId = await api.newZone();
    const now = { firstSeenAt: api.clock.now(), lastSeenAt: api.clock.now() };
    await api.deliver('page-observations', [
      sampleScript(zoneId, now),
      sampleCookie(zoneId, { ...now, name: '=session' }),
    ]);
    const { id } = (await call('GET', zoneId, 'scripts')).body.result[0];
    const note = `scripts/${id}/note`;
    const empty = (await call('GET', zoneId, note)).body.result;
    assert.deepEqual([empty.decision, empty.owner, empty.updated_at], ['pending', '', null]);
    const written = { owner: 'Payments', justification: 'Card form', decision: 'approved' };
    const first = (await call('PUT', zoneId, note, written)).body.result;
    assert.deepEqual({ ...first, ...written }, first);
    assert.ok(first.decided_by && first.decided_at && first.updated_by);
    await api.clock.advance(1_000);
    const second = (await call('PUT', zoneId, note, { owner: 'Checkout' })).body.result;
    assert.deepEqual(
      [second.owner, second.decision, second.decided_at],
      ['Checkout', 'approved', first.decided_at],
    );
    assert.equal((await call('PUT', zoneId, note, { decision: 'maybe' })).status, 400);
    // The item itself has only the members of the public API.
    assert.ok(!('note' in (await call('GET', zoneId, `scripts/${id}`)).body.result));

    const lines = (await raw(zoneId, 'inventory')).body.trim().split('\n');
    const [script, cookie] = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      [script.type, script.name, script.owner, script.decision, script.status],
      ['script', 'https://cdn.test/app.js', 'Checkout', 'approved', 'active'],
    );
    assert.deepEqual([cookie.type, cookie.decision], ['cookie', 'pending']);
    // There are no messages that could name a mistyped parameter.
    assert.equal((await raw(zoneId, 'inventory?exprot=csv')).statusCode, 400);
    const csv = await raw(zoneId, 'inventory?export=csv');
    assert.match(String(csv.headers['content-type']), /text\/csv/);
    const [head, row, other] = csv.body.split('\r\n');
    assert.match(head ?? '', /^type,id,name,host,status,.*,owner,justification,decision,/);
    assert.match(row ?? '', /^script,.*,Checkout,Card form,approved,/);
    assert.match(other ?? '', /^cookie,[0-9a-f]{32},'=session,/);

    // The content has changed after the approval.
    const database = api.core.database as unknown as PageMonitoringDatabase;
    const setHash = (hash: string) =>
      database.transaction((tx) =>
        tx
          .insertInto('page_scripts')
          .values({ ...noScores, item_id: id, hash, fetched_at: 0, copy_key: null, is_copy: 0 })
          .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ hash }))
          .execute(),
      );
    const changed = async () => (await call('GET', zoneId, note)).body.result.has_changed;
    await setHash('a'.repeat(64));
    assert.equal(await changed(), true);
    const late = await call('PUT', zoneId, note, { decision: 'approved', hash: 'b'.repeat(64) });
    assert.equal(late.status, 400);
    assert.match(late.body.errors[0].message, /a{64}/);
    const approval = { decision: 'approved', hash: 'a'.repeat(64) };
    const again = (await call('PUT', zoneId, note, approval)).body.result;
    assert.deepEqual([again.decided_hash, again.has_changed], ['a'.repeat(64), false]);
    await setHash('b'.repeat(64));
    assert.equal(await changed(), true);
    const lower = { body: { plan: { legacy_id: 'business' } } };
    await api.call('PATCH', `/zones/${zoneId}`, lower);
    const without = (await call('GET', zoneId, note)).body.result;
    assert.deepEqual([without.decided_hash, without.has_changed], [null, false]);

    assert.equal((await call('DELETE', zoneId, note)).status, 204);
    assert.equal((await call('GET', zoneId, note)).body.result.owner, '');
    const missing = `scripts/${'0'.repeat(32)}/note`;
    assert.equal((await call('PUT', zoneId, missing, written)).status, 404);
  });

  it('suggests nothing about connections if the plan does not include them', async () => {
    const zoneId = await api.newZone('free');
    const now = { firstSeenAt: api.clock.now(), lastSeenAt: api.clock.now() };
    const seen = { ...now, kind: 'connection', url: 'https://api.test' } as const;
    await api.deliver('page-observations', [sampleScript(zoneId, seen)]);
    const { value } = (await call('GET', zoneId, 'policy_suggestion')).body.result;
    assert.equal(value, "script-src 'self'; connect-src 'self'");
  });

  it('supports every call of the official client', async () => {
    const zoneId = await api.newZone();
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    const { pageShield } = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    const zone = { zone_id: zoneId };
    const now = { firstSeenAt: api.clock.now(), lastSeenAt: api.clock.now() };
    await api.deliver('page-observations', [
      sampleScript(zoneId, now),
      sampleScript(zoneId, { ...now, kind: 'connection', url: 'https://api.test' }),
      sampleCookie(zoneId, now),
    ]);

    assert.equal((await pageShield.get(zone))?.enabled, false);
    const changed = await pageShield.update({
      ...zone,
      enabled: true,
      use_cloudflare_reporting_endpoint: true,
      use_connection_url_path: true,
    });
    assert.equal(changed.enabled, true);
    assert.equal(changed.use_connection_url_path, true);

    const filters = {
      ...zone,
      status: 'active',
      order_by: 'last_seen_at',
      direction: 'desc',
      per_page: 100,
      page: '1',
      hosts: '*.shop.test',
      exclude_cdn_cgi: true,
    } as const;
    const [script] = await Array.fromAsync(
      pageShield.scripts.list({ ...filters, exclude_duplicates: true, prioritize_malicious: true }),
    );
    assert.equal(script?.url, 'https://cdn.test/app.js');
    assert.deepEqual((await pageShield.scripts.get(script?.id ?? '', zone))?.page_urls, [
      'https://www.shop.test/checkout/pay',
    ]);
    const [connection] = await Array.fromAsync(pageShield.connections.list(filters));
    assert.equal(connection?.url, 'https://api.test');
    assert.equal(
      (await pageShield.connections.get(connection?.id ?? '', zone))?.host,
      script?.host,
    );
    const [cookie] = await Array.fromAsync(
      pageShield.cookies.list({ ...zone, name: 'sess*', type: 'unknown' }),
    );
    assert.equal(cookie?.name, 'session');
    assert.equal((await pageShield.cookies.get(cookie?.id ?? '', zone))?.type, 'unknown');

    const written = {
      ...zone,
      action: 'allow',
      description: 'x',
      enabled: true,
      expression: 'ends_with(http.request.uri.path, "/checkout")',
      value: "script-src 'none';",
    } as const;
    const policyId = (await pageShield.policies.create(written))?.id ?? '';
    const updated = await pageShield.policies.update(policyId, { ...zone, enabled: false });
    assert.equal(updated?.enabled, false);
    assert.equal((await pageShield.policies.get(policyId, zone))?.value, written.value);
    assert.equal((await Array.fromAsync(pageShield.policies.list(zone))).length, 1);
    await pageShield.policies.delete(policyId, zone);
    await assert.rejects(pageShield.policies.get(policyId, zone), Cloudflare.NotFoundError);
  });
});
