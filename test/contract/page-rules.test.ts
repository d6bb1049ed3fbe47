import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const UNKNOWN = '0'.repeat(32);
const off = [{ id: 'waf', value: 'off' }];

describeOnEachDatabase('page rules', (kind) => {
  let api: TestApi;
  let zoneId: string;
  let name: string;

  before(async () => {
    api = await openTestApi(kind);
    zoneId = await api.newZone();
    name = (await api.call('GET', `/zones/${zoneId}`)).body.result.name;
  });
  after(() => api.close());

  const targets = (value: string) => [
    { target: 'url', constraint: { operator: 'matches', value } },
  ];
  const call = (method: string, path: string, body?: unknown, zone = zoneId) =>
    api.call(method, `/zones/${zone}/pagerules${path}`, body === undefined ? {} : { body });
  async function made(value: string, more: object = {}, zone = zoneId) {
    const body = { targets: targets(value), actions: off, ...more };
    const response = await call('POST', '', body, zone);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.result;
  }

  it('come back as they were sent, with defaults', async () => {
    const sent = { targets: targets(`https://*.${name}:443/a*?b`), actions: off };
    const { id, created_on, modified_on, ...rest } = await made(`https://*.${name}:443/a*?b`);
    assert.deepEqual(rest, { ...sent, priority: 1, status: 'disabled' });
    assert.equal(created_on, modified_on);
    // As one of the clients sends it.
    const whole = {
      targets: targets(`${name}/b`),
      actions: [{ id: 'disable_security', value: null }],
      priority: 7,
      status: 'active',
      created_on: '0001-01-01T00:00:00Z',
      modified_on: '0001-01-01T00:00:00Z',
    };
    const { result } = (await call('PUT', `/${id}`, whole)).body;
    const { priority, status, actions } = result;
    assert.deepEqual([priority, status, actions[0].id], [7, 'active', 'disable_security']);
    const patched = await call('PATCH', `/${id}`, { status: 'disabled', priority: null });
    assert.deepEqual(
      [patched.body.result.status, patched.body.result.priority, patched.body.result.targets],
      ['disabled', 1, whole.targets],
    );
    assert.deepEqual((await call('GET', `/${id}`)).body.result, patched.body.result);
    // As Terraform sends it.
    const flag = [{ id: 'disable_security', value: true }];
    const flagged = await call('PATCH', `/${id}`, { actions: flag });
    assert.deepEqual(flagged.body.result.actions, flag);
    assert.deepEqual((await call('DELETE', `/${id}`)).body.result, { id });
  });

  it('say which actions have no effect here', async () => {
    const actions = [
      { id: 'browser_cache_ttl', value: 14_400 },
      { id: 'cache_ttl_by_status', value: { '200-299': 60 } },
      ...off,
    ];
    const body = { targets: targets(`${name}/idle`), actions };
    const response = await call('POST', '', body);
    assert.deepEqual(response.body.result.actions, actions);
    const texts = response.body.messages.map(({ message }: { message: string }) => message);
    assert.equal(texts.length, 2);
    assert.match(texts[0], /"browser_cache_ttl" is stored and has no effect here/);
    await call('DELETE', `/${response.body.result.id}`);
  });

  it('are listed by priority or status', async () => {
    const zone = await api.newZone();
    const host = (await api.call('GET', `/zones/${zone}`)).body.result.name;
    for (const [path, priority, status] of [
      ['low', 1, 'active'],
      ['high', 3, 'disabled'],
      ['middle', 2, 'active'],
      ['newer', 2, 'disabled'],
    ] as const) {
      api.clock.set(api.clock.now() + 1);
      await made(`${host}/${path}`, { priority, status }, zone);
    }
    for (const [query, expected] of [
      ['', ['high', 'newer', 'middle', 'low']],
      ['?direction=asc', ['low', 'middle', 'newer', 'high']],
      ['?status=active', ['middle', 'low']],
      ['?order=status&direction=asc', ['middle', 'low', 'high', 'newer']],
      ['?order=status&direction=desc&match=any', ['newer', 'high', 'low', 'middle']],
    ] as const) {
      const { body } = await call('GET', query, undefined, zone);
      const paths = body.result.map((each: { targets: { constraint: { value: string } }[] }) =>
        each.targets[0]?.constraint.value.slice(host.length + 1),
      );
      assert.deepEqual(paths, expected, query);
    }
  });

  const refused = [
    ['no target', { targets: [] }, '/targets'],
    [
      'another operator',
      (host: string) => ({
        targets: [{ target: 'url', constraint: { operator: 'contains', value: host } }],
      }),
      '/targets/0/constraint/operator',
    ],
    ['a host of another zone', { targets: targets('other.test/*') }, '/targets/0/constraint/value'],
    [
      'a host pattern of another zone',
      { targets: targets('*.other.test/*') },
      '/targets/0/constraint/value',
    ],
    ['five stars', { targets: targets('*/*/*/*/*') }, '/targets/0/constraint/value'],
    [
      'a URL that is taken',
      (host: string) => ({ targets: targets(`${host}/taken`) }),
      '/targets/0/constraint/value',
    ],
    ['no action', { actions: [] }, '/actions'],
    ['an unknown action', { actions: [{ id: 'fly' }] }, '/actions/0/id'],
    ['an action twice', { actions: [...off, { id: 'waf', value: 'on' }] }, '/actions/1'],
    ['no value', { actions: [{ id: 'waf' }] }, '/actions/0/value'],
    [
      'a value too many',
      { actions: [{ id: 'disable_security', value: 'on' }] },
      '/actions/0/value',
    ],
    ['a text as number', { actions: [{ id: 'edge_cache_ttl', value: '60' }] }, '/actions/0/value'],
    [
      'an incomplete redirect',
      { actions: [{ id: 'forwarding_url', value: {} }] },
      '/actions/0/value',
    ],
    [
      'a redirect among other actions',
      {
        actions: [
          ...off,
          { id: 'forwarding_url', value: { url: 'https://a.test/', status_code: 302 } },
        ],
      },
      '/actions',
    ],
    ['an unknown status', { status: 'on' }, '/status'],
    ['a priority that is a text', { priority: '1' }, '/priority'],
  ] as const;

  for (const [what, change, pointer] of refused) {
    it(`are refused with ${what}, with the problem in "messages"`, async () => {
      const taken = await call('POST', '', { targets: targets(`${name}/taken`), actions: off });
      const changed = typeof change === 'function' ? change(name) : change;
      const body = { targets: targets(`${name}/refused`), actions: off, ...changed };
      const response = await call('POST', '', body);
      const { errors, messages } = response.body;
      assert.equal(response.status, 400);
      assert.deepEqual([errors[0].code, errors[0].source.pointer], [1004, pointer]);
      assert.equal(errors[0].message, `Page Rule validation failed: ${messages[0].message}`);
      assert.equal(messages[0].code, 1);
      if (what === 'a URL that is taken') assert.match(messages[0].message, /^.distinctTargetUrl/);
      if (taken.status === 200) await call('DELETE', `/${taken.body.result.id}`);
    });
  }

  it('have their own error for unknown ids, and that of routes for malformed ones', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await call(method, `/${UNKNOWN}`);
      assert.deepEqual([status, body.errors[0].code], [404, 1002]);
    }
    const { status, body } = await call('GET', '/nonsense');
    assert.equal(status, 404);
    assert.deepEqual(
      body.errors.map(({ code }: { code: number }) => code),
      [7003, 7000],
    );
  });

  it('are limited in number by the plan', async () => {
    const zone = await api.newZone('free');
    const host = (await api.call('GET', `/zones/${zone}`)).body.result.name;
    for (const path of ['a', 'b', 'c']) await made(`${host}/${path}`, {}, zone);
    const body = { targets: targets(`${host}/d`), actions: off };
    const response = await call('POST', '', body, zone);
    const { result } = (await call('GET', '', undefined, zone)).body;
    const changed = await call('PATCH', `/${result[0].id}`, { priority: 2 }, zone);
    assert.match(changed.body.messages[0].message, /the plan "free" has no previous managed rules/);
    assert.deepEqual([response.status, response.body.errors[0].code], [400, 11187]);
  });

  it('list their possible actions', async () => {
    const { result } = (await call('GET', '/settings')).body;
    const waf = result.find(({ id }: { id: string }) => id === 'waf');
    assert.deepEqual(waf.properties, [{ name: 'value', type: 'toggle', choices: ['on', 'off'] }]);
    const security = result.find(({ id }: { id: string }) => id === 'disable_security');
    assert.deepEqual(security.properties, []);
  });

  it('are in the audit log, and need the permission', async () => {
    const zone = await api.newZone();
    const host = (await api.call('GET', `/zones/${zone}`)).body.result.name;
    await made(`${host}/*`, {}, zone);
    const audit = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=5`);
    assert.equal(audit.body.result[0].resource.type, 'page_rule');
    const groups = await api.call('GET', '/user/tokens/permission_groups?name=Page%20Rules%20Read');
    const token = await api.zoneToken(groups.body.result[0].id, zone);
    const path = `/zones/${zone}/pagerules`;
    assert.equal((await api.call('GET', path, { token })).status, 200);
    const body = { targets: targets(`${host}/b`), actions: off };
    assert.equal((await api.call('POST', path, { token, body })).status, 403);
  });
});
