import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { zoneSettings } from '../../src/catalogs/zone-settings/zone-settings.ts';
import { type LoopbackServer, startServer } from '../../src/outbound/loopback-server.fixture.ts';
import { differences, parameterNames } from '../support/client-types.ts';
import { type NodeHome, nodeHome } from '../support/node-process.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const members = { enabled: true, monitoring_only: false, must_be_healthy: true };
const origins = [{ name: 'one', address: '192.0.2.1' }];

/** Values for parameters of the audit log that allow only some; the other ones take any text. */
const knownValues: Readonly<Record<string, string>> = {
  action_result: 'failure',
  action_type: 'view',
  actor_context: 'dash',
  actor_type: 'delegated_service',
};

/** Calls of the official client to a node, whose responses must have the types that the client declares. */
describe('official client and a node', () => {
  let home: NodeHome;
  let receiver: WebhookReceiver;
  let site: LoopbackServer;
  let client: Cloudflare;
  let account: { account_id: string };
  let zone: { zone_id: string };

  before(async () => {
    receiver = await startWebhookReceiver();
    site = await startServer((_, response) => response.end('alive'));
    home = await nodeHome({ PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8' });
    const node = await home.start();
    client = new Cloudflare({ apiToken: node.token(), baseURL: node.api, maxRetries: 0 });
    const [first] = await listed('accounts.list', client.accounts.list());
    account = { account_id: first?.id ?? '' };
    const body = { name: 'shop.test', account: { id: account.account_id } };
    zone = { zone_id: (await typed('zones.create', client.zones.create(body))).id };
  });
  after(async () => {
    await home.remove();
    await site.stop();
    await receiver.stop();
  });

  async function typed<T>(method: string, response: PromiseLike<T>): Promise<T> {
    const result = await response;
    assert.deepEqual(differences(method, result), [], method);
    return result;
  }
  async function listed<T>(method: string, response: AsyncIterable<T>): Promise<T[]> {
    const items = await Array.fromAsync(response);
    for (const each of items) assert.deepEqual(differences(method, each), [], method);
    return items;
  }

  it('are compared with types: a response of another shape is a difference', () => {
    const result = { id: 'a', members: [{ ...members, enabled: 'yes', monitor_id: null }] };
    assert.deepEqual(differences('loadBalancers.monitorGroups.delete', result), [
      'result.description: is missing',
      'result.members[0].enabled: "yes" is not boolean',
      'result.members[0].monitor_id: null is not string',
    ]);
  });

  it('manage stand-alone health checks with nine calls', async () => {
    const { healthchecks } = client;
    const http_config = { port: site.port, header: { Host: ['www.shop.test'] } };
    const check = { ...zone, name: 'shop', address: '127.0.0.1', http_config };
    const { id = '' } = await typed('healthchecks.create', healthchecks.create(check));
    const tcp = { ...check, type: 'TCP', http_config: null, tcp_config: { port: site.port } };
    const updated = await typed('healthchecks.update', healthchecks.update(id, tcp));
    assert.deepEqual([updated.type, updated.tcp_config?.port], ['TCP', site.port]);
    const suspended = { ...tcp, suspended: true };
    const edited = await typed('healthchecks.edit', healthchecks.edit(id, suspended));
    assert.equal(edited.status, 'suspended');
    assert.deepEqual(await typed('healthchecks.get', healthchecks.get(id, zone)), edited);
    assert.deepEqual(await listed('healthchecks.list', healthchecks.list(zone)), [edited]);
    const { previews } = healthchecks;
    const preview = await typed('healthchecks.previews.create', previews.create(check));
    const previewId = preview.id ?? '';
    const found = await typed('healthchecks.previews.get', previews.get(previewId, zone));
    assert.deepEqual([found.id, found.name], [previewId, 'shop']);
    const removed = await typed('healthchecks.previews.delete', previews.delete(previewId, zone));
    assert.equal(removed.id, previewId);
    const deleted = await typed('healthchecks.delete', healthchecks.delete(id, zone));
    assert.equal(deleted.id, id);
    await assert.rejects(healthchecks.get(id, zone), Cloudflare.NotFoundError);
  });

  it('write load balancers under their account, and delete monitor groups', async () => {
    const { loadBalancers } = client;
    const { monitors, monitorGroups, pools } = loadBalancers;
    const monitor = { ...account, type: 'http' } as const;
    const { id: monitor_id = '' } = await typed(
      'loadBalancers.monitors.create',
      monitors.create(monitor),
    );
    const group = await typed(
      'loadBalancers.monitorGroups.create',
      monitorGroups.create({ ...account, description: '', members: [{ monitor_id, ...members }] }),
    );
    const { id: pool = '' } = await typed(
      'loadBalancers.pools.create',
      pools.create({ ...account, name: 'pool', origins, monitor_group: group.id }),
    );
    const body = {
      ...account,
      name: 'www.shop.test',
      default_pools: [pool],
      fallback_pool: pool,
      rules: [{ name: 'closed', condition: 'ssl', overrides: { steering_policy: 'random' } }],
    } as const;
    const sent = structuredClone(body) as never;
    const { id = '' } = await typed('loadBalancers.create', loadBalancers.create(sent));
    const disabled = { ...account, enabled: false };
    const edited = await typed('loadBalancers.edit', loadBalancers.edit(id, disabled));
    assert.equal(edited.enabled, false);
    const updated = await typed('loadBalancers.update', loadBalancers.update(id, sent));
    assert.equal(updated.enabled, true);
    assert.deepEqual(await typed('loadBalancers.get', loadBalancers.get(id, account)), updated);
    const all = await listed('loadBalancers.list', loadBalancers.list(account));
    assert.deepEqual(all, [updated]);
    const deleted = await typed('loadBalancers.delete', loadBalancers.delete(id, account));
    assert.equal(deleted.id, id);
    await typed('loadBalancers.pools.delete', pools.delete(pool, account));
    const last = monitorGroups.delete(group.id, account);
    assert.deepEqual(await typed('loadBalancers.monitorGroups.delete', last), group);
  });

  it('filter the audit log by each parameter of the client', async () => {
    const range = { ...account, since: '2000-01-01', before: '2100-01-01' };
    const { audit } = client.accounts.logs;
    const list = (filter: object) =>
      listed('accounts.logs.audit.list', audit.list({ ...range, ...filter }));
    const everything = await list({});
    assert.ok(everything.length > 2);
    const names = parameterNames('accounts.logs.audit.list', 'AuditListParams');
    const others = ['cursor', 'direction', 'limit', 'product_category', ...Object.keys(range)];
    const filters = names.filter((name) => !others.includes(name));
    assert.equal(filters.length, 22);
    const exclusions = Object.fromEntries(
      filters.map((name) => [name, { not: [knownValues[name] ?? 'another'] }]),
    );
    for (const [name, exclusion] of Object.entries(exclusions)) {
      assert.deepEqual(await list({ [name]: exclusion }), everything, name);
    }
    assert.deepEqual(await list(exclusions), everything);
    const reversed = await list({ limit: 2, direction: 'asc' });
    assert.deepEqual(reversed, everything.toReversed());
    const domains = await list({ product_category: ['domains'] });
    assert.ok(domains.length > 0 && domains.length < everything.length);
    await listed('accounts.logs.audit.productCategories', audit.productCategories(account));
  });

  it('read the older audit log', async () => {
    const entries = await listed('auditLogs.list', client.auditLogs.list(account));
    assert.deepEqual(
      new Set(entries.map(({ actor }) => actor?.type)),
      new Set(['user', 'Cloudflare']),
    );
    await listed('user.auditLogs.list', client.user.auditLogs.list());
  });

  it('watch requests without naming fields', async () => {
    const { edge } = client.logpush;
    const created = await typed('logpush.edge.create', edge.create(zone));
    assert.match(created?.destination_conf ?? '', /^ws:/);
    const jobs = await listed('logpush.edge.get', edge.get(zone));
    assert.deepEqual(
      jobs.map((job) => job?.session_id),
      [created?.session_id],
    );
  });

  it('manage destinations of notifications', async () => {
    const { pagerduty, webhooks } = client.alerting.destinations;
    const connection = pagerduty.create(account);
    assert.ok((await typed('alerting.destinations.pagerduty.create', connection)).id);
    const services = await listed('alerting.destinations.pagerduty.get', pagerduty.get(account));
    assert.deepEqual(services, []);
    await typed('alerting.destinations.pagerduty.delete', pagerduty.delete(account));
    const body = { ...account, name: 'chat', url: `${receiver.origin}/chat` };
    const { id = '' } = await typed('alerting.destinations.webhooks.create', webhooks.create(body));
    const webhook = await typed('alerting.destinations.webhooks.get', webhooks.get(id, account));
    assert.ok(webhook.last_success);
    assert.equal('last_failure' in webhook, false);
    const renamed = webhooks.update(id, { ...body, name: 'talk' });
    await typed('alerting.destinations.webhooks.update', renamed);
    const all = await listed('alerting.destinations.webhooks.list', webhooks.list(account));
    assert.equal(all.length, 1);
    await typed('alerting.destinations.webhooks.delete', webhooks.delete(id, account));
  });

  it('read and change settings of zones', async () => {
    const { settings } = client.zones;
    const older = [
      'binary_ast',
      'filter_logs_to_cloudflare',
      'fonts',
      'log_to_cloudflare',
      'minify',
      'speed_brain',
      'visitor_ip',
    ];
    for (const { id } of zoneSettings.filter((setting) => !older.includes(setting.id))) {
      await typed('zones.settings.get', settings.get(id, zone));
    }
    const change = settings.edit('proxy_read_timeout', { ...zone, value: 200 });
    const changed = await typed('zones.settings.edit', change);
    assert.equal('value' in changed && changed.value, 200);
  });

  it('read and change the user', async () => {
    const { user } = client;
    assert.equal((await typed('user.get', user.get())).first_name, null);
    const named = await typed('user.edit', user.edit({ first_name: 'Ada' }));
    assert.deepEqual(await user.get(), named);
  });
});
