import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { permissionGroups } from '../../src/catalogs/permissions.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const origins = [{ name: 'one', address: '192.0.2.1' }];

const group = (name: string, scope: 'zone' | 'account' | 'user') => {
  const found = permissionGroups.find((each) => each.name === name && each.scopes.includes(scope));
  assert.ok(found, name);
  return [{ id: found.id }];
};

/** What credentials with few rights see besides what they ask for. */
describeOnEachDatabase('limited rights', (kind) => {
  let api: TestApi;
  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  async function made(path: string, body: object) {
    const response = await api.call('POST', path, { body });
    assert.ok(response.status < 300, JSON.stringify(response.body));
    return response.body.result;
  }

  const token = async (policies: object[]): Promise<string> =>
    (await made('/user/tokens', { name: 'limited', policies })).value;

  const onZone = (id: string) => ({ [`com.cloudflare.api.account.zone.${id}`]: '*' });
  const onAccount = (id: string) => ({ [`com.cloudflare.api.account.${id}`]: '*' });

  it('show a user only the accounts that the credential may see', async () => {
    const other = await made('/accounts', { name: 'Other' });
    const zone = await made('/zones', { name: 'plans.test', account: { id: other.id } });
    const { id: userId } = (await api.call('GET', '/user')).body.result;
    const onUser = {
      effect: 'allow',
      resources: { [`com.cloudflare.api.user.${userId}`]: '*' },
      permission_groups: [
        ...group('User Details Read', 'user'),
        ...group('User Details Write', 'user'),
      ],
    };
    const seen = async (policies: object[]) => {
      const credential = await token(policies);
      const read = await api.call('GET', '/user', { token: credential });
      const body = { first_name: 'Ada' };
      const written = await api.call('PATCH', '/user', { token: credential, body });
      assert.deepEqual(written.body.result.organizations, read.body.result.organizations);
      return read.body.result.organizations.map(({ name }: { name: string }) => name);
    };
    const reads = (permission_groups: object[], resources: object) => ({
      effect: 'allow',
      resources,
      permission_groups,
    });
    assert.deepEqual(await seen([onUser]), []);
    const account = reads(group('Account Settings Read', 'account'), onAccount(other.id));
    assert.deepEqual(await seen([onUser, account]), ['Other']);
    const zones = reads(group('Zone Read', 'zone'), onZone(zone.id));
    assert.deepEqual(await seen([onUser, zones]), []);
    const all = (await api.call('GET', '/user')).body.result;
    assert.ok(all.organizations.length > 1);
  });

  it('show no load balancer in references and searches of pools', async () => {
    const base = `/accounts/${api.accountId}/load_balancers`;
    const pool = await made(`${base}/pools`, { name: 'shared', origins });
    const zones = [await api.newZone(), await api.newZone()];
    const names: string[] = [];
    for (const id of zones) {
      const zone = (await api.call('GET', `/zones/${id}`)).body.result;
      const name = `balanced.${zone.name}`;
      names.push(name);
      const body = { name, default_pools: [pool.id], fallback_pool: pool.id };
      await made(`/zones/${id}/load_balancers`, body);
    }
    const pools = {
      effect: 'allow',
      resources: onAccount(api.accountId),
      permission_groups: group('Load Balancing: Monitors and Pools Read', 'account'),
    };
    const balancers = {
      effect: 'allow',
      resources: onZone(zones[0] ?? ''),
      permission_groups: group('Load Balancers Read', 'zone'),
    };
    for (const [policies, visible] of [
      [[pools], []],
      [[pools, balancers], names.slice(0, 1)],
    ] as const) {
      const credential = await token([...policies]);
      const named = async (path: string) => {
        const { status, body } = await api.call('GET', path, { token: credential });
        assert.equal(status, 200);
        const text = JSON.stringify(body);
        return names.filter((name) => text.includes(name));
      };
      assert.deepEqual(await named(`${base}/pools/${pool.id}/references`), visible);
      assert.deepEqual(await named(`${base}/search?query=balanced`), visible);
      assert.deepEqual(await named(`${base}/search?query=shared&references=*`), visible);
    }
  });

  it('do not allow to read through the response of a write', async () => {
    const zone = await api.newZone();
    const credential = await token([
      {
        effect: 'allow',
        resources: onZone(zone),
        permission_groups: group('Zone WAF Write', 'zone'),
      },
      {
        effect: 'deny',
        resources: onZone(zone),
        permission_groups: group('Zone WAF Read', 'zone'),
      },
    ]);
    const path = `/zones/${zone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    const rules = [{ action: 'block', expression: 'http.host eq "known-rule"' }];
    await api.call('PUT', path, { body: { rules } });
    const written = await api.call('PUT', path, { token: credential, body: { name: 'mine' } });
    assert.equal(written.status, 403);
    assert.ok(!JSON.stringify(written.body).includes('known-rule'));
  });

  for (const condition of [
    { request_ip: {} },
    { request_ip: { in: [] } },
    { request_ip: { in: [], not_in: [] } },
    { 'request.ip': {} },
  ]) {
    it(`are not those of a token with the empty condition ${JSON.stringify(condition)}`, async () => {
      const policies = [
        {
          effect: 'allow',
          resources: { 'palisade.account.*': '*' },
          permission_groups: group('Account Settings Read', 'account'),
        },
      ];
      const body = { name: 'empty', policies, condition };
      const { status, body: refused } = await api.call('POST', '/user/tokens', { body });
      assert.equal(status, 400);
      assert.equal(refused.errors[0].source.pointer, '/condition');
    });
  }
});
