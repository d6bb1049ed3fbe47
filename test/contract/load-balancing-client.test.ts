import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

const origins = [{ name: 'one', address: '192.0.2.1', enabled: true, weight: 1 }];

/** Load balancing with the official client, over a real socket. */
describeOnEachDatabase('official client: load balancing', (kind) => {
  let api: TestApi;
  let client: Cloudflare;
  let account: { account_id: string };

  before(async () => {
    api = await openTestApi(kind);
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    client = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    account = { account_id: api.accountId };
  });
  after(() => api.close());

  async function pool(name: string, members: object = {}): Promise<string> {
    const made = await client.loadBalancers.pools.create({ ...account, name, origins, ...members });
    return made.id ?? '';
  }

  const hasCode = (status: number, code: number) => (error: unknown) => {
    assert.ok(error instanceof Cloudflare.APIError);
    assert.deepEqual([error.status, error.errors[0]?.code], [status, code]);
    return true;
  };

  it('creates, gets, edits, updates, lists and deletes monitors', async () => {
    const { monitors } = client.loadBalancers;
    const made = await monitors.create({ ...account, type: 'https', expected_codes: '2xx' });
    const id = made.id ?? '';
    assert.equal((await monitors.get(id, account)).type, 'https');
    assert.equal((await monitors.edit(id, { ...account, interval: 120 })).interval, 120);
    const updated = await monitors.update(id, { ...account, type: 'tcp', port: 22 });
    assert.equal(updated.method, 'connection_established');
    const listed = await Array.fromAsync(monitors.list(account));
    assert.deepEqual(
      listed.map((each) => each.id),
      [id],
    );
    const user = await pool('monitored', { monitor: id });
    const references = await Array.fromAsync(monitors.references.get(id, account));
    assert.equal(references[0]?.resource_id, user);
    await assert.rejects(monitors.delete(id, account), hasCode(412, 1005));
    await client.loadBalancers.pools.delete(user, account);
    assert.equal((await monitors.delete(id, account)).id, id);
    await assert.rejects(monitors.get(id, account), hasCode(404, 1001));
  });

  it('creates, gets, edits, updates, lists and deletes monitor groups', async () => {
    const { monitors, monitorGroups } = client.loadBalancers;
    const { id: monitor = '' } = await monitors.create({ ...account, type: 'http' });
    const member = { monitor_id: monitor, enabled: true, monitoring_only: false };
    const made = await monitorGroups.create({
      ...account,
      description: 'web',
      members: [{ ...member, must_be_healthy: true }],
    });
    assert.deepEqual(await monitorGroups.get(made.id, account), made);
    const members = [{ ...member, must_be_healthy: false }];
    const edited = await monitorGroups.edit(made.id, { ...account, description: 'all', members });
    assert.equal(edited.members[0]?.must_be_healthy, false);
    const updated = await monitorGroups.update(made.id, { ...account, description: '', members });
    assert.equal(updated.description, '');
    const listed = await Array.fromAsync(monitorGroups.list(account));
    assert.deepEqual(listed, [updated]);
    const user = await pool('grouped', { monitor_group: made.id });
    const references = await Array.fromAsync(monitorGroups.references.get(made.id, account));
    assert.deepEqual(
      references.map((each) => each.resource_id),
      [user, monitor],
    );
    await client.loadBalancers.pools.delete(user, account);
    assert.deepEqual(await monitorGroups.delete(made.id, account), updated);
    await monitors.delete(monitor, account);
  });

  it('creates, gets, edits, updates, lists and deletes pools', async () => {
    const { pools } = client.loadBalancers;
    const id = await pool('client');
    assert.deepEqual((await pools.get(id, account)).origins, origins);
    assert.equal((await pools.edit(id, { ...account, enabled: false })).enabled, false);
    const updated = await pools.update(id, { ...account, name: 'client2', origins });
    assert.deepEqual([updated.name, updated.enabled], ['client2', true]);
    const listed = await Array.fromAsync(pools.list(account));
    assert.deepEqual(
      listed.map((each) => each.name),
      ['client2'],
    );
    assert.deepEqual(await Array.fromAsync(pools.references.get(id, account)), []);
    await assert.rejects(
      pools.create({ ...account, name: 'client2', origins }),
      hasCode(400, 1003),
    );
    assert.equal((await pools.delete(id, account)).id, id);
  });

  it('removes the emails of pools in bulk', async () => {
    const { pools } = client.loadBalancers;
    for (let n = 10; n < 40; n++) await pool(`mail-${n}`, { notification_email: 'a@shop.test' });
    const edited = await Array.fromAsync(pools.bulkEdit({ ...account, notification_email: '' }));
    assert.equal(edited.length, 25);
    assert.ok(edited.every((each) => each.notification_email === ''));
    const left = (await Array.fromAsync(pools.list(account))).filter(
      (each) => each.notification_email !== '',
    );
    assert.equal(left.length, 5);
  });

  it('creates, gets, edits, updates, lists and deletes load balancers', async () => {
    const zone = await client.zones.create({ name: 'lb.test', account: { id: api.accountId } });
    const at = { zone_id: zone.id };
    const id = await pool('balanced');
    const base = { ...at, name: 'www.lb.test', default_pools: [id], fallback_pool: id };
    const { loadBalancers } = client;
    const made = await loadBalancers.create({
      ...base,
      session_affinity: 'cookie',
      rules: [{ name: 'api', condition: 'ssl', overrides: { steering_policy: 'random' } }],
    });
    const balancerId = made.id ?? '';
    assert.deepEqual(await loadBalancers.get(balancerId, at), made);
    const edited = await loadBalancers.edit(balancerId, { ...at, enabled: false });
    assert.deepEqual([edited.enabled, edited.session_affinity], [false, 'cookie']);
    const updated = await loadBalancers.update(balancerId, base);
    assert.deepEqual([updated.enabled, updated.rules], [true, undefined]);
    const listed = await Array.fromAsync(loadBalancers.list(at));
    assert.deepEqual(
      listed.map((each) => each.id),
      [balancerId],
    );
    await assert.rejects(loadBalancers.pools.delete(id, account), hasCode(412, 1005));
    assert.equal((await loadBalancers.delete(balancerId, at)).id, balancerId);
  });

  it('reads regions and searches', async () => {
    const { regions, searches } = client.loadBalancers;
    const all = (await regions.list(account)) as { regions: unknown[] };
    assert.equal(all.regions.length, 13);
    const one = (await regions.get('WEU', account)) as { regions: { region_code: string }[] };
    assert.equal(one.regions[0]?.region_code, 'WEU');
    const id = await pool('findable');
    const page = await searches.list({ ...account, query: 'findable' });
    // The client's type of this page expects a member that the public API does not send either.
    const result = page.result as { resources?: { resource_id?: string }[] };
    assert.equal(result.resources?.[0]?.resource_id, id);
  });
});
