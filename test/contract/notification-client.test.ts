import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

/** Notifications with the official client, over a real socket. */
describeOnEachDatabase('official client: notifications', (kind) => {
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

  const wanted = {
    name: 'Pools',
    alert_type: 'load_balancing_health_alert',
    enabled: true,
    mechanisms: { email: [{ id: 'ops@shop.test' }], webhooks: [] },
    filters: { new_health: ['Unhealthy'], event_source: ['pool'] },
  } as const;
  const params = () => structuredClone(wanted) as never as Cloudflare.Alerting.PolicyCreateParams;

  it('lists the available alerts', async () => {
    const byProduct = await client.alerting.availableAlerts.list(account);
    const [first] = byProduct['Load Balancing'] ?? [];
    assert.equal(first?.type, wanted.alert_type);
    assert.equal(first.filter_options?.length, 3);
  });

  it('creates, gets, lists, updates and deletes policies', async () => {
    const { policies } = client.alerting;
    const { id = '' } = await policies.create({ ...params(), ...account });
    const { created, modified, ...policy } = await policies.get(id, account);
    assert.deepEqual(policy, { id, ...wanted });
    assert.ok(created && modified);
    assert.deepEqual(await policies.update(id, { ...account, alert_interval: '1h' }), { id });
    const listed = await Array.fromAsync(policies.list(account));
    assert.deepEqual(
      listed.map((each) => [each.id, each.alert_interval, each.name]),
      [[id, '1h', 'Pools']],
    );
    assert.equal((await policies.delete(id, account)).success, true);
    await assert.rejects(policies.get(id, account), (error) => {
      assert.ok(error instanceof Cloudflare.APIError);
      assert.deepEqual([error.status, error.errors[0]?.code], [404, 11152]);
      return true;
    });
  });

  it('gets an error if a filter is missing', async () => {
    const attempt = { ...params(), ...account, alert_type: 'http_alert_origin_error', filters: {} };
    await assert.rejects(client.alerting.policies.create(attempt as never), (error) => {
      assert.ok(error instanceof Cloudflare.APIError);
      assert.deepEqual([error.status, error.errors[0]?.code], [400, 17103]);
      return true;
    });
  });

  it('creates, lists, gets, updates and deletes silences', async () => {
    const { policies, silences } = client.alerting;
    const { id: policy_id = '' } = await policies.create({ ...params(), ...account });
    const range = { start_time: '2030-01-01T00:00:00Z', end_time: '2030-01-02T00:00:00Z' };
    const made = await silences.create({ ...account, body: [{ policy_id, ...range }] });
    assert.equal(made.success, true);
    const [silence] = await Array.fromAsync(silences.list(account));
    const id = silence?.id ?? '';
    assert.deepEqual(silence, { ...silence, policy_id, ...range });
    const end_time = '2030-01-03T00:00:00Z';
    const changed = silences.update({ ...account, body: [{ id, end_time }] });
    assert.deepEqual(
      (await Array.fromAsync(changed)).map((each) => [each.id, each.end_time]),
      [[id, end_time]],
    );
    assert.equal((await silences.get(id, account)).start_time, range.start_time);
    assert.equal((await silences.delete(id, account)).success, true);
    assert.deepEqual(await Array.fromAsync(silences.list(account)), []);
  });
});
