import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { PageMonitoringSection } from '../../src/contracts/snapshot/page-monitoring-section.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const sample = {
  description: 'Checkout',
  action: 'log',
  expression: 'ends_with(http.request.uri.path, "/checkout")',
  enabled: true,
  value: "script-src 'self' https://cdn.shop.test/app.js *.pay.test",
};

describeOnEachDatabase('page monitoring settings and policies', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  const call = (method: string, zoneId: string, rest = '', body?: unknown): Promise<TestResponse> =>
    api.call(method, `/zones/${zoneId}/page_shield${rest}`, body === undefined ? {} : { body });

  async function create(zoneId: string, change: object = {}): Promise<TestResponse> {
    return await call('POST', zoneId, '/policies', { ...sample, ...change });
  }

  /** The audit entries of a resource, newest first. */
  async function audited(id: string): Promise<string[]> {
    const { body } = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=1000`);
    type Entry = { resource: { id: string; type: string }; action: { type: string } };
    return body.result
      .filter(({ resource }: Entry) => resource.id === id && resource.type.startsWith('page_'))
      .map(({ action }: Entry) => action.type);
  }

  async function section(zoneId: string): Promise<PageMonitoringSection | undefined> {
    const sections = api.core.modules.flatMap((module) => module.sections);
    const found = sections.find(({ name }) => name === 'pageMonitoring');
    return (await found?.build([zoneId]))?.get(zoneId) as PageMonitoringSection | undefined;
  }

  it('warns about keywords without quotes, which are hosts (script-src self allows no script of the site)', async () => {
    const zoneId = await api.newZone();
    const { body } = await create(zoneId, { value: 'script-src self Unsafe-Inline a.test' });
    assert.deepEqual(
      body.messages.map(({ message }: { message: string }) => message),
      ['self', 'Unsafe-Inline'].map(
        (word) =>
          `${word} in "script-src" is read as a host name: write '${word}' in single quotes for the keyword`,
      ),
    );
    const mended = await call('PUT', zoneId, `/policies/${body.result.id}`, {
      value: "script-src 'self'",
    });
    assert.deepEqual(mended.body.messages, []);
  });

  it('has notices about fields without a value in expressions', async () => {
    const { status, body } = await create(await api.newZone(), { expression: 'cf.client.bot' });
    assert.equal(status, 200);
    assert.deepEqual(
      body.messages.map(({ code, message }: { code: number; message: string }) => [code, message]),
      [
        [
          21051,
          'Palisade has no data for cf.client.bot: comparisons with it are false, and their negations true. It is used in the expression',
        ],
        [21053, 'Because of this, the condition of the expression is false for every request'],
      ],
    );
  });

  it('starts with the defaults and the creation time of the zone', async () => {
    const zoneId = await api.newZone();
    const zone = (await api.call('GET', `/zones/${zoneId}`)).body.result;
    assert.deepEqual((await call('GET', zoneId)).body.result, {
      enabled: false,
      updated_at: zone.created_on,
      use_platform_reporting_endpoint: true,
      use_cloudflare_reporting_endpoint: true,
      use_connection_url_path: false,
    });
    assert.equal(await section(zoneId), undefined);
  });

  it('changes the settings that are sent and returns them', async () => {
    const zoneId = await api.newZone();
    await api.clock.advance(1_000);
    const now = new Date(api.clock.now()).toISOString().replace('Z', '000Z');
    const first = await call('PUT', zoneId, '', { enabled: true, updated_at: 'x' });
    assert.deepEqual(first.body.result, { enabled: true, updated_at: now });
    await api.clock.advance(1_000);
    const unchanged = await call('PUT', zoneId, '', {});
    assert.deepEqual(unchanged.body.result, first.body.result);
    const second = await call('PUT', zoneId, '', {
      use_cloudflare_reporting_endpoint: false,
      use_connection_url_path: true,
    });
    assert.equal(second.body.result.enabled, true);
    assert.equal(second.body.result.use_platform_reporting_endpoint, false);
    assert.equal(second.body.result.use_connection_url_path, true);
    assert.notEqual(second.body.result.updated_at, now);
    assert.deepEqual(await section(zoneId), {
      isMonitored: true,
      usesSharedEndpoint: false,
      keepsConnectionPaths: true,
      policies: [],
    });
    assert.deepEqual(await audited(zoneId), ['update', 'update']);
  });

  it('refuses settings that are not booleans', async () => {
    const zoneId = await api.newZone();
    const answer = await call('PUT', zoneId, '', { enabled: 'true' });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.errors[0].source.pointer, '/enabled');
    const malformed = await api.call('PUT', `/zones/${zoneId}/page_shield`, { raw: '{' });
    assert.deepEqual([malformed.status, malformed.body.errors[0].code], [400, 6007]);
  });

  it('refuses to enable features that the plan does not include', async () => {
    const zoneId = await api.newZone('business');
    assert.equal((await call('PUT', zoneId, '', { enabled: true })).status, 200);
    for (const body of [
      { use_connection_url_path: true },
      { use_platform_reporting_endpoint: false },
    ]) {
      const answer = await call('PUT', zoneId, '', body);
      assert.equal(answer.status, 403);
      assert.match(answer.body.errors[0].message, /not entitled/);
    }
    const harmless = { use_connection_url_path: false, use_platform_reporting_endpoint: true };
    assert.equal((await call('PUT', zoneId, '', harmless)).status, 200);
    const quota = await create(zoneId);
    assert.equal(quota.status, 400);
    assert.match(
      quota.body.errors[0].message,
      /exceeded the maximum number of rules in the phase http_response_page_shield: 1 out of 0/,
    );
  });

  it('creates, reads, lists, changes and deletes policies', async () => {
    const zoneId = await api.newZone();
    const created = await create(zoneId);
    assert.equal(created.status, 200);
    const { id } = created.body.result;
    assert.deepEqual(created.body.result, { id, ...sample });
    const second = (await create(zoneId, { description: 'Checkout', action: 'allow' })).body.result;
    const list = (await call('GET', zoneId, '/policies')).body;
    assert.deepEqual(list.result, [created.body.result, second]);
    assert.deepEqual(list.result_info, {
      page: 1,
      per_page: 2,
      count: 2,
      total_count: 2,
      total_pages: 1,
    });
    const changed = await call('PUT', zoneId, `/policies/${id}`, { action: 'allow', id: 'other' });
    assert.deepEqual(changed.body.result, { id, ...sample, action: 'allow' });
    assert.deepEqual((await call('PUT', zoneId, `/policies/${id}`, {})).body, changed.body);
    assert.deepEqual(
      (await call('GET', zoneId, `/policies/${id}`)).body.result,
      changed.body.result,
    );
    assert.equal((await call('DELETE', zoneId, `/policies/${id}`)).status, 204);
    assert.equal((await call('DELETE', zoneId, `/policies/${id}`)).status, 204);
    const gone = await call('GET', zoneId, `/policies/${id}`);
    assert.equal(gone.status, 404);
    assert.match(gone.body.errors[0].message, /Could not find Policy/);
    assert.equal((await call('PUT', zoneId, `/policies/${id}`, { action: 'log' })).status, 404);
    assert.deepEqual(await audited(id), ['delete', 'update', 'create']);
    const noId = await call('GET', zoneId, '/policies/xyz');
    assert.deepEqual([noId.status, noId.body.errors[0].code], [404, 7003]);
  });

  it('does not show policies of another zone', async () => {
    const { id } = (await create(await api.newZone())).body.result;
    const other = await api.newZone();
    assert.equal((await call('GET', other, `/policies/${id}`)).status, 404);
    assert.equal((await call('DELETE', other, `/policies/${id}`)).status, 204);
  });

  it('answers "enabled" in the type in which it was written last', async () => {
    const zoneId = await api.newZone();
    const { id, enabled } = (await create(zoneId, { enabled: 'true' })).body.result;
    assert.equal(enabled, 'true');
    const put = async (body: object) =>
      (await call('PUT', zoneId, `/policies/${id}`, body)).body.result?.enabled;
    assert.equal(await put({ description: 'x' }), 'true');
    assert.equal(await put({ enabled: false }), false);
    assert.equal(await put({ description: 'y' }), false);
    assert.equal(await put({ enabled: 'false' }), 'false');
    for (const wrong of ['True', 'yes', 1, null, ''])
      assert.equal(await put({ enabled: wrong }), undefined);
  });

  const refused: readonly [change: object, pointer: string, reason: RegExp][] = [
    [{ description: undefined }, '/description', /required/],
    [{ description: 'x'.repeat(501) }, '/description', /500/],
    [{ action: 'block' }, '/action', /log, allow/],
    [{ action: 'add_reporting_directives' }, '/action', /log, allow/],
    [{ enabled: 'on' }, '/enabled', /./],
    [{ expression: ' ' }, '/expression', /blank/],
    [{ expression: 'http.host eq' }, '/expression', /Filter parsing error \(1:13\)/],
    [{ value: '' }, '/value', /no directive/],
    [{ value: `script-src ${'a.test '.repeat(900)}` }, '/value', /6000/],
    [{ value: "script-src 'self'\r\nX-Other: 1" }, '/value', /line breaks/],
    [{ value: 'script-src\u000chttps:' }, '/value', /control characters/],
    [{ value: "script-src 'self'\u007f" }, '/value', /control characters/],
    [{ value: 'sandbox' }, '/value', /"sandbox" is not supported/],
    [{ value: "script-src 'nonce-YWJj'" }, '/value', /nonce/],
    [{ value: "script-src 'strict-dynamic'" }, '/value', /List the hosts instead/],
    [{ value: "script-src 'self'; report-uri /x" }, '/value', /"report-uri" is added by the edge/],
    [{ value: "script-src 'self'; report-to x" }, '/value', /"report-to" is added by the edge/],
    [{ value: "frame-ancestors 'unsafe-inline'" }, '/value', /cannot be used/],
    [{ value: 'upgrade-insecure-requests a.test' }, '/value', /takes no value/],
    [{ value: "img-src a.test; script-src 'selv'" }, '/value', /character 28: "'selv'" is not/],
  ];
  for (const [change, pointer, reason] of refused) {
    it(`refuses ${JSON.stringify(change).slice(0, 60)}`, async () => {
      const zoneId = await api.newZone();
      const answer = await create(zoneId, change);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.errors[0].source.pointer, pointer);
      assert.match(answer.body.errors[0].message, reason);
      const { id } = (await create(zoneId)).body.result;
      if ('description' in change && change.description === undefined) return;
      assert.equal((await call('PUT', zoneId, `/policies/${id}`, change)).status, 400);
    });
  }

  it('allows five policies', async () => {
    const zoneId = await api.newZone();
    for (let n = 0; n < 5; n++) assert.equal((await create(zoneId)).status, 200);
    const answer = await create(zoneId);
    assert.equal(answer.status, 400);
    assert.match(answer.body.errors[0].message, /http_response_page_shield: 6 out of 5/);
    // Errors in the body come before the quota.
    const bad = await create(zoneId, { expression: '((' });
    assert.equal(bad.body.errors[0].source.pointer, '/expression');
  });

  it('sends enabled policies to the edge in their order, also without monitoring', async () => {
    const zoneId = await api.newZone();
    const bare = (await create(zoneId, { expression: 'http.host eq myapp.example.com' })).body
      .result;
    assert.equal(bare.expression, 'http.host eq myapp.example.com');
    await create(zoneId, { enabled: 'false' });
    const last = (await create(zoneId, { action: 'allow' })).body.result;
    const built = await section(zoneId);
    assert.equal(built?.isMonitored, false);
    assert.deepEqual(built?.policies, [
      { id: bare.id, action: 'log', value: sample.value, expression: bare.expression },
      { id: last.id, action: 'allow', value: sample.value, expression: last.expression },
    ]);
  });

  it('sends no policies to the edge after page monitoring was switched off', async () => {
    const zoneId = await api.newZone();
    await create(zoneId);
    await call('PUT', zoneId, '', { enabled: true });
    assert.equal((await section(zoneId))?.policies.length, 1);
    await call('PUT', zoneId, '', { enabled: false });
    assert.equal(await section(zoneId), undefined);
    const { name } = (await api.call('GET', `/zones/${zoneId}`)).body.result;
    const shown = await call('GET', zoneId, `/effective_policy?url=https://${name}/`);
    assert.deepEqual(shown.body.result.policies, []);
    await call('PUT', zoneId, '', { enabled: true });
    assert.equal((await section(zoneId))?.policies.length, 1);
  });

  it('requires the permission', async () => {
    const zoneId = await api.newZone();
    const tokenOf = async (group: string): Promise<string> => {
      const policies = [
        {
          effect: 'allow',
          permission_groups: [{ id: group }],
          resources: { [`com.cloudflare.api.account.zone.${zoneId}`]: '*' },
        },
      ];
      const body = { name: group, policies };
      return (await api.call('POST', '/user/tokens', { body })).body.result.value;
    };
    const path = `/zones/${zoneId}/page_shield`;
    const reader = await tokenOf('945315185a8f40518bf3e9e6d0bee126');
    const writer = await tokenOf('3030687196b94b638145a3953da2b699');
    const other = await tokenOf('c8fed203ed3043cba015a93ad1616f1f');
    const body = { enabled: true };
    assert.equal((await api.call('GET', path, { token: reader })).status, 200);
    const refusal = await api.call('PUT', path, { token: reader, body });
    assert.deepEqual([refusal.status, refusal.body.errors[0].code], [403, 10000]);
    assert.equal((await api.call('PUT', path, { token: writer, body })).status, 200);
    assert.equal((await api.call('GET', path, { token: writer })).status, 200);
    assert.equal((await api.call('GET', path, { token: other })).status, 403);
  });
});
