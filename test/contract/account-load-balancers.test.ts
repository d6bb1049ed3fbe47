import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { permissionGroups } from '../../src/catalogs/permissions.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

/** Load balancers under the path of their account: written in the zone that their name is in. */
describeOnEachDatabase('load balancers of an account', (kind) => {
  let api: TestApi;
  let base: string;
  let pool: string;
  const zones: Record<string, string> = {};

  before(async () => {
    api = await openTestApi(kind);
    base = `/accounts/${api.accountId}/load_balancers`;
    const body = { name: 'pool', origins: [{ name: 'one', address: '192.0.2.1' }] };
    pool = (await made(`${base}/pools`, body)).id;
    for (const name of ['shop.test', 'eu.shop.test', 'other.test']) {
      zones[name] = (await made('/zones', { name, account: { id: api.accountId } })).id;
    }
  });
  after(() => api.close());

  async function made(path: string, body: object) {
    const response = await api.call('POST', path, { body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.result;
  }

  const named = (name: string) => ({ name, default_pools: [pool], fallback_pool: pool });

  async function token(suffix: 'Read' | 'Write', zone: string): Promise<string> {
    const group = permissionGroups.find(({ name }) => name === `Load Balancers ${suffix}`);
    return await api.zoneToken(group?.id ?? '', zones[zone] ?? '');
  }

  const idsIn = async (zone: string) => {
    const { body } = await api.call('GET', `/zones/${zones[zone]}/load_balancers`);
    return body.result.map(({ id }: { id: string }) => id);
  };

  for (const [name, zone] of [
    ['www.shop.test', 'shop.test'],
    ['www.eu.shop.test', 'eu.shop.test'],
    ['EU2.shop.test.', 'shop.test'],
    ['other.test', 'other.test'],
  ] as const) {
    it(`are created in the zone with the longest name that they are in: ${name}`, async () => {
      const { id } = await made(base, named(name));
      assert.ok((await idsIn(zone)).includes(id));
    });
  }

  it('are refused outside of the zones of the account, with the names that are possible', async () => {
    for (const name of ['www.else.test', 'myshop.test', 'test']) {
      const { status, body } = await api.call('POST', base, { body: named(name) });
      assert.equal(status, 400);
      assert.equal(body.errors[0].source.pointer, '/name');
      assert.match(body.errors[0].message, /eu\.shop\.test, other\.test, shop\.test/);
    }
    const account = await made('/accounts', { name: 'Empty' });
    const path = `/accounts/${account.id}/load_balancers`;
    const { status, body } = await api.call('POST', path, { body: named('www.shop.test') });
    assert.equal(status, 400);
    assert.match(body.errors[0].message, /create the zone first/);
  });

  it('are changed, replaced and deleted by their id, with the audit entries of their zone', async () => {
    const { id } = await made(base, named('audited.eu.shop.test'));
    const path = `${base}/${id}`;
    const patched = await api.call('PATCH', path, { body: { enabled: false } });
    assert.equal(patched.body.result.enabled, false);
    const put = await api.call('PUT', path, { body: named('audited.eu.shop.test') });
    assert.equal(put.body.result.enabled, true);
    const moved = await api.call('PUT', path, { body: named('audited.other.test') });
    assert.deepEqual([moved.status, moved.body.errors[0].source.pointer], [400, '/name']);
    assert.deepEqual((await api.call('DELETE', path)).body.result, { id });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      assert.equal((await api.call(method, path, { body: {} })).status, 404);
    }
    const entries = await api.core.database.read
      .selectFrom('audit_entries')
      .select(['action', 'zone_id'])
      .where('resource_id', '=', id)
      .orderBy('seq')
      .execute();
    const zone_id = zones['eu.shop.test'];
    assert.deepEqual(
      entries.map((entry) => ({ ...entry })),
      ['create', 'update', 'update', 'delete'].map((action) => ({ action, zone_id })),
    );
  });

  it('need the permission on their zone only', async () => {
    const [ours, theirs] = [
      await made(base, named('rights.shop.test')),
      await made(base, named('rights.other.test')),
    ];
    const [writer, reader] = [await token('Write', 'shop.test'), await token('Read', 'shop.test')];
    const statuses = async (credential: string, id: string, name: string) => {
      const call = async (method: string, path: string, body?: object) =>
        (await api.call(method, path, { token: credential, ...(body && { body }) })).status;
      return [
        await call('GET', `${base}/${id}`),
        await call('PATCH', `${base}/${id}`, { enabled: false }),
        await call('POST', base, named(`new.${name}`)),
        await call('DELETE', `${base}/${id}`),
      ];
    };
    assert.deepEqual(await statuses(reader, ours.id, 'shop.test'), [200, 403, 403, 403]);
    assert.deepEqual(await statuses(writer, theirs.id, 'other.test'), [404, 404, 400, 404]);
    assert.deepEqual(await statuses(writer, ours.id, 'shop.test'), [200, 200, 200, 200]);
    const listed = await api.call('GET', base, { token: reader });
    assert.ok(listed.body.result.every(({ name }: { name: string }) => /shop\.test/i.test(name)));
    const account = await made('/accounts', { name: 'Foreign' });
    for (const id of [account.id, 'f'.repeat(32)]) {
      const path = `/accounts/${id}/load_balancers`;
      const body = named('www.shop.test');
      const refused = await api.call('POST', path, { token: writer, body });
      assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 9109]);
    }
  });

  it('are written by the official client', async () => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    const { loadBalancers } = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    const account = { account_id: api.accountId };
    const body = { ...account, ...named('client.shop.test') };
    const { id = '' } = await loadBalancers.create(body);
    assert.equal((await loadBalancers.edit(id, { ...account, enabled: false })).enabled, false);
    assert.equal((await loadBalancers.update(id, body)).enabled, true);
    assert.equal((await loadBalancers.get(id, account)).name, 'client.shop.test');
    const listed = await Array.fromAsync(loadBalancers.list(account));
    assert.ok(listed.some((each) => each.id === id));
    assert.equal((await loadBalancers.delete(id, account)).id, id);
  });
});
