/** Destinations of notifications over the API: webhooks, services of PagerDuty, and eligible mechanisms. */
import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { sql } from 'kysely';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SECRET = 'secret-of-the-webhook-0123456789';
const KEY_IN_URL = 'key-in-the-url-0123456789';
const INTEGRATION_KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
const withDashes = (id: string) =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

describeOnEachDatabase('destinations of notifications', (kind) => {
  let api: TestApi;
  let receiver: WebhookReceiver;
  let client: Cloudflare;
  let account: { account_id: string };

  before(async () => {
    receiver = await startWebhookReceiver();
    api = await openTestApi(kind, {
      settings: { PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8', PALISADE_EDGE_KEY: 'ab'.repeat(32) },
    });
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    client = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    account = { account_id: api.accountId };
  });
  after(async () => {
    await api.close();
    await receiver.stop();
  });
  afterEach(() => receiver.respond(200));

  const base = () => `/accounts/${api.accountId}/alerting/v3/destinations`;
  const hook = (path = '/hook') => `${receiver.origin}${path}?key=${KEY_IN_URL}`;
  const post = (path: string, body: unknown) => api.call('POST', `${base()}${path}`, { body });
  const put = (path: string, body: unknown) => api.call('PUT', `${base()}${path}`, { body });
  const get = async (path: string) => (await api.call('GET', `${base()}${path}`)).body.result;
  function refused({ status, body }: TestResponse, expected: number, code: number, text: RegExp) {
    const [error] = body.errors;
    assert.deepEqual([status, error?.code], [expected, code], JSON.stringify(body));
    assert.match(error.message, text);
    return error.source?.pointer;
  }

  it('are webhooks that are tested when they are created and when their address or secret changes', async () => {
    const sent = receiver.calls.length;
    const calls = () => receiver.calls.slice(sent);
    const created = await post('/webhooks', { name: 'On call', url: hook(), secret: SECRET });
    assert.equal(created.status, 201);
    const { id, ...others } = created.body.result;
    assert.deepEqual(others, {});
    assert.equal(calls().length, 1);
    assert.deepEqual(Object.keys(calls()[0]?.body), ['text']);
    assert.equal(calls()[0]?.headers['cf-webhook-auth'], SECRET);
    const webhook = await get(`/webhooks/${id}`);
    assert.deepEqual(webhook, {
      id,
      name: 'On call',
      url: hook(),
      type: 'generic',
      created_at: '2026-01-01T00:00:00.000000Z',
      last_success: '2026-01-01T00:00:00.000000Z',
    });
    assert.deepEqual(await get(`/webhooks/${withDashes(id)}`), webhook);
    const renamed = await put(`/webhooks/${id}`, { ...webhook, name: 'At night' });
    assert.deepEqual([renamed.status, renamed.body.result], [200, { id }]);
    assert.equal(calls().length, 1, 'a new name needs no test');
    await put(`/webhooks/${id}`, { secret: 'another' });
    assert.equal(calls()[1]?.headers['cf-webhook-auth'], 'another');
    await put(`/webhooks/${id}`, { secret: null });
    assert.equal(calls()[2]?.headers['cf-webhook-auth'], undefined);
    await put(`/webhooks/${id}`, { url: hook('/moved') });
    assert.equal(calls().length, 4);
    receiver.respond(503);
    const failed = await put(`/webhooks/${id}`, { url: hook('/down') });
    assert.equal(refused(failed, 400, 11157, /^Webhook test failed with status code 503/), '/url');
    assert.equal((await get(`/webhooks/${id}`)).url, hook('/moved'));
    const none = await post('/webhooks', { name: 'Down', url: hook() });
    refused(none, 400, 11157, /status code 503/);
    assert.equal((await get('/webhooks')).length, 1);
    const deleted = await api.call('DELETE', `${base()}/webhooks/${id}`);
    assert.deepEqual([deleted.status, deleted.body.success], [200, true]);
    refused(await api.call('GET', `${base()}/webhooks/${id}`), 404, 11152, /no webhook/);
    refused(await put(`/webhooks/${id}`, { name: 'a' }), 404, 11152, /no webhook/);
  });

  it('are refused with a reason if they are unusable', async () => {
    const urls: readonly (readonly [string, number, RegExp])[] = [
      ['https://10.0.0.1/', 11156, /private address/],
      ['https://169.254.169.254/latest', 11156, /private address/],
      ['https://93.184.215.14:8443/', 11156, /port/],
      ['http://93.184.215.14/', 11156, /http:/],
      ['ftp://127.0.0.1/', 11156, /must start with http/],
      ['nonsense', 11156, /must start with http/],
      ['http://127.0.0.1:1/', 11158, /cannot be reached/],
      ['https://does-not-exist.invalid/', 11158, /no address/],
    ];
    for (const [url, code, text] of urls) {
      const pointer = refused(await post('/webhooks', { name: 'a', url }), 400, code, text);
      assert.equal(pointer, '/url');
    }
    for (const body of [
      { name: 'a' },
      { url: hook() },
      { name: '', url: hook() },
      { name: 'a', url: hook(), secret: 'line\nbreak' },
      { name: 1, url: hook() },
      [],
    ]) {
      assert.equal((await post('/webhooks', body)).status, 400, JSON.stringify(body));
    }
    assert.deepEqual(await get('/webhooks'), []);
  });

  it('are services of PagerDuty, connected with their integration key', async () => {
    const service = { name: 'On call', integration_key: INTEGRATION_KEY };
    const connected = await post('/pagerduty/connect', service);
    assert.equal(connected.status, 201);
    const { id } = connected.body.result;
    assert.deepEqual(await get(`/pagerduty/connect/${id}`), { id });
    assert.deepEqual(await get('/pagerduty'), [{ id, name: 'On call' }]);
    const other = (await post('/pagerduty', { ...service, name: 'At night' })).body.result.id;
    await put(`/pagerduty/${other}`, { integration_key: '0'.repeat(32) });
    assert.deepEqual(await get(`/pagerduty/${other}`), { id: other, name: 'At night' });
    for (const [body, pointer] of [
      [{ name: 'a' }, '/integration_key'],
      [{ integration_key: INTEGRATION_KEY }, '/name'],
      [{ name: 'a', integration_key: 'short' }, '/integration_key'],
    ] as const) {
      const { status, body: refusal } = await post('/pagerduty/connect', body);
      assert.deepEqual([status, refusal.errors[0].source.pointer], [400, pointer]);
    }
    await api.call('DELETE', `${base()}/pagerduty/${other}`);
    assert.equal((await get('/pagerduty')).length, 1);
    await post('/pagerduty', service);
    assert.equal((await api.call('DELETE', `${base()}/pagerduty`)).status, 200);
    assert.deepEqual(await get('/pagerduty'), []);
    const gone = await api.call('GET', `${base()}/pagerduty/connect/${id}`);
    refused(gone, 404, 11152, /no PagerDuty service/);
  });

  it('are no service of PagerDuty after a connect call without a body, which says what to send', async () => {
    const begun = await post('/pagerduty/connect', undefined);
    assert.deepEqual([begun.status, begun.body.messages[0].code], [201, 11070]);
    const { id } = begun.body.result;
    assert.deepEqual(await get('/pagerduty'), []);
    const link = await api.call('GET', `${base()}/pagerduty/connect/${id}`);
    refused(link, 404, 11152, /no PagerDuty service/);
  });

  it('keep their secrets out of the database, the audit log and errors', async () => {
    const webhook = await post('/webhooks', { name: 'Secret', url: hook(), secret: SECRET });
    await put(`/webhooks/${webhook.body.result.id}`, { secret: `${SECRET}-2` });
    await post('/pagerduty', { name: 'Secret', integration_key: INTEGRATION_KEY });
    receiver.respond(500);
    const failed = await post('/webhooks', { name: 'Down', url: hook(), secret: SECRET });
    const audit = (await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=50`)).body;
    assert.match(JSON.stringify(audit), /\(hidden, changed\)/);
    const shown = [webhook.body, failed.body, audit, await readerList()];
    shown.push(await tables(), await get('/pagerduty'));
    for (const secret of [SECRET, KEY_IN_URL, INTEGRATION_KEY]) {
      assert.ok(!JSON.stringify(shown).includes(secret), secret);
    }
    for (const { id } of await get('/webhooks')) {
      await api.call('DELETE', `${base()}/webhooks/${id}`);
    }
    await api.call('DELETE', `${base()}/pagerduty`);
  });

  async function tokenWith(groupId: string): Promise<string> {
    const resources = { [`com.cloudflare.api.account.${api.accountId}`]: '*' };
    const policy = { effect: 'allow', permission_groups: [{ id: groupId }], resources };
    const body = { name: groupId, policies: [policy] };
    return (await api.call('POST', '/user/tokens', { body })).body.result.value;
  }

  /** Webhooks for callers that may only read them. */
  async function readerList(): Promise<readonly { readonly id: string }[]> {
    const token = await tokenWith('ce18edbdcebf465e9d6d1d2fc80ffd42');
    const { result } = (await api.call('GET', `${base()}/webhooks`, { token })).body;
    const one = await api.call('GET', `${base()}/webhooks/${result[0].id}`, { token });
    assert.deepEqual(one.body.result, result[0]);
    return result;
  }

  async function tables(): Promise<unknown> {
    const { read } = api.core.database;
    const names = ['notification_webhooks', 'notification_pagerduty', 'audit_entries', 'tasks'];
    const rows = names.map((name) => sql`select * from ${sql.table(name)}`.execute(read));
    return await Promise.all(rows);
  }

  it('depend on the plans of the zones', async () => {
    const eligible = async () => {
      const groups: Record<string, { eligible: boolean; ready: boolean }[]> =
        await get('/eligible');
      return Object.entries(groups).map(([name, [each]]) => [name, each?.eligible, each?.ready]);
    };
    const expected = (webhooks: boolean, pagerduty: boolean) => [
      ['Email', true, false],
      ['Webhooks', webhooks, true],
      ['PagerDuty', pagerduty, true],
    ];
    assert.deepEqual(await eligible(), expected(true, true));
    const zone = await api.newZone('free');
    assert.deepEqual(await eligible(), expected(false, false));
    refused(await post('/webhooks', { name: 'a', url: hook() }), 403, 11154, /"pro"/);
    const service = { name: 'a', integration_key: INTEGRATION_KEY };
    refused(await post('/pagerduty', service), 403, 11154, /"business"/);
    await api.call('PATCH', `/zones/${zone}`, { body: { plan: { legacy_id: 'pro' } } });
    assert.deepEqual(await eligible(), expected(true, false));
    await api.newZone('business');
    assert.deepEqual(await eligible(), expected(true, true));
  });

  it('work with the official client', async () => {
    const { webhooks, pagerduty, eligible } = client.alerting.destinations;
    const { id = '' } = await webhooks.create({ ...account, name: 'Client', url: hook() });
    assert.equal((await webhooks.get(id, account)).type, 'generic');
    assert.equal((await webhooks.update(id, { ...account, name: 'B', url: hook('/b') })).id, id);
    const listed = await Array.fromAsync(webhooks.list(account));
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['B'],
    );
    await webhooks.delete(id, account);
    const service = { name: 'Client', integration_key: INTEGRATION_KEY };
    const { id: token = '' } = await pagerduty.create(account, { body: service });
    const { id: linked } = await pagerduty.link(token, account);
    const services = await Array.fromAsync(pagerduty.get(account));
    assert.deepEqual(services, [{ id: linked, name: 'Client' }]);
    await pagerduty.delete(account);
    assert.deepEqual(await Array.fromAsync(pagerduty.get(account)), []);
    assert.equal((await eligible.get(account))['Email']?.[0]?.type, 'email');
    assert.deepEqual(await Array.fromAsync(client.alerting.history.list(account)), []);
  });

  it('need the permission for notifications', async () => {
    const reader = await tokenWith('ce18edbdcebf465e9d6d1d2fc80ffd42');
    const body = { name: 'a', url: hook() };
    const list = `${base()}/webhooks`;
    assert.equal((await api.call('GET', list, { token: reader })).status, 200);
    assert.equal((await api.call('POST', list, { token: reader, body })).status, 403);
    const writer = await tokenWith('c3c847c5802d4ce3ba00e3e97b3c8555');
    assert.equal((await api.call('POST', list, { token: writer, body })).status, 201);
  });
});
