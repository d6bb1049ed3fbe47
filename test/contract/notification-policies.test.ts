/** Notification policies over the API: types of alerts, filters, recipients. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { NotificationsDatabase } from '../../src/areas/notifications/notifications-tables.ts';
import { policyStore } from '../../src/areas/notifications/policies/policy-store.ts';
import { alertTypes } from '../../src/catalogs/alert-types/alert-types.ts';
import { limits } from '../../src/catalogs/limits.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { accountScope } from '../../src/resources/scope.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const ID = '0123456789abcdef0123456789abcdef';
const email = { email: [{ id: 'ops@shop.test' }] };
const health = { name: 'Pools', alert_type: 'load_balancing_health_alert', mechanisms: email };

describeOnEachDatabase('notification policies', (kind) => {
  let api: TestApi;
  let base: string;
  let database: NotificationsDatabase;
  let zone: string;
  let pool: string;
  let service: string;

  before(async () => {
    api = await openTestApi(kind);
    base = `/accounts/${api.accountId}/alerting/v3`;
    database = api.core.database as unknown as NotificationsDatabase;
    zone = await api.newZone();
    pool = await newPool('web');
    service = await newService();
  });
  after(() => api.close());

  const post = (body: unknown) => api.call('POST', `${base}/policies`, { body });
  const put = (id: string, body: unknown) => api.call('PUT', `${base}/policies/${id}`, { body });
  const get = async (id: string) => (await api.call('GET', `${base}/policies/${id}`)).body.result;
  const remove = (id: string) => api.call('DELETE', `${base}/policies/${id}`);
  async function created(body: object): Promise<string> {
    const { status, body: answer } = await post(body);
    assert.equal(status, 200, JSON.stringify(answer.errors));
    assert.deepEqual(Object.keys(answer.result), ['id']);
    return answer.result.id;
  }
  const scope = () => accountScope(api.accountId);
  async function newPool(name: string): Promise<string> {
    const path = `/accounts/${api.accountId}/load_balancers/pools`;
    const origins = [{ name: 'one', address: '192.0.2.1' }];
    return (await api.call('POST', path, { body: { name, origins } })).body.result.id;
  }
  async function newHealthCheck(): Promise<string> {
    const body = { name: 'shop', address: '192.0.2.1' };
    return (await api.call('POST', `/zones/${zone}/healthchecks`, { body })).body.result.id;
  }
  async function newService(): Promise<string> {
    const body = { name: 'on call', integration_key: 'a'.repeat(32) };
    const path = `${base}/destinations/pagerduty/connect`;
    return (await api.call('POST', path, { body })).body.result.id;
  }
  function refused({ status, body }: TestResponse, expected: number, code: number, text: RegExp) {
    const [error] = body.errors;
    assert.deepEqual([status, error?.code], [expected, code], JSON.stringify(body));
    assert.match(error.message, text);
    return error.source?.pointer;
  }

  it('are created, read, listed, changed member by member, and deleted', async () => {
    const sent = {
      ...health,
      description: 'of the shop',
      enabled: false,
      alert_interval: '30m',
      mechanisms: { email: [{ id: 'ops@shop.test', name: 'Ops' }], webhooks: [], pagerduty: [] },
      filters: { pool_id: [pool], new_health: ['unhealthy'], event_source: [] },
    };
    const id = await created(sent);
    assert.match(id, /^[0-9a-f]{32}$/);
    const policy = await get(id);
    assert.deepEqual(policy, { ...sent, id, created: policy.created, modified: policy.created });
    await api.clock.advance(1000);
    const minimal = await created(health);
    const shown = await get(minimal);
    const times = { created: shown.created, modified: shown.modified };
    assert.deepEqual(shown, { ...health, id: minimal, enabled: true, ...times });
    const listed = await api.call('GET', `${base}/policies`);
    assert.deepEqual(listed.body.result, [policy, shown]);
    assert.equal(listed.body.result_info.total_count, 2);

    const changed = await put(id, { enabled: true, mechanisms: email, alert_interval: null });
    assert.deepEqual([changed.status, changed.body.result], [200, { id }]);
    const { alert_interval: _, ...rest } = policy;
    const after = await get(id);
    assert.deepEqual(after, {
      ...rest,
      enabled: true,
      mechanisms: email,
      modified: after.modified,
    });

    for (const each of [id, minimal]) {
      const deleted = await remove(each);
      assert.deepEqual([deleted.status, deleted.body.result], [200, null]);
      refused(await remove(each), 404, 11152, /no notification policy/);
    }
    refused(await api.call('GET', `${base}/policies/${id}`), 404, 11152, /no notification policy/);
    refused(await put(id, { enabled: true }), 404, 11152, /no notification policy/);
  });

  it('are found under their id with and without dashes', async () => {
    const id = await created(health);
    const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    assert.equal((await get(uuid)).id, id);
    assert.deepEqual((await put(uuid, { name: 'Other' })).body.result, { id });
    assert.equal((await remove(uuid)).status, 200);
    assert.equal((await api.call('GET', `${base}/policies/${id}-`)).status, 404);
  });

  it('are evaluated with canonical spellings', async () => {
    const dashed = pool.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const mechanisms = { ...email, pagerduty: [{ id: service }, { id: service }] };
    const filters = { pool_id: [dashed], new_health: ['HEALTHY'], event_source: [] };
    const id = await created({ ...health, mechanisms, filters, alert_interval: '1h' });
    const disabled = await created({ ...health, enabled: false });
    const spikes = await created({
      ...health,
      alert_type: 'clickhouse_alert_fw_ent_anomaly',
      filters: {
        zones: [zone],
        services: ['Data Loss Protection', 'firewallManaged'],
        target_hostname: ['WWW.shop.test'],
      },
    });
    const types = ['load_balancing_health_alert', 'clickhouse_alert_fw_ent_anomaly'];
    const found = await policyStore.enabledOfTypes(database.read, api.accountId, types);
    assert.deepEqual(found.map((each) => each.id).toSorted(), [id, spikes].toSorted());
    assert.deepEqual(
      found.find((each) => each.id === id),
      {
        id,
        accountId: api.accountId,
        name: 'Pools',
        description: '',
        enabled: true,
        alertType: 'load_balancing_health_alert',
        filters: { pool_id: [pool], new_health: ['Healthy'] },
        mechanisms: [
          { type: 'email', id: 'ops@shop.test' },
          { type: 'pagerduty', id: service },
        ],
        intervalMs: 3_600_000,
      },
    );
    assert.deepEqual(found.find((each) => each.id === spikes)?.filters, {
      zones: [zone],
      services: ['dlp', 'firewallmanaged'],
      target_hostname: ['www.shop.test'],
    });
    assert.deepEqual(await policyStore.enabledOfTypes(database.read, ID, types), []);
    for (const each of [id, disabled, spikes]) await remove(each);
  });

  it('are stored for alerts that are never sent, and every call says so', async () => {
    const body = {
      ...health,
      alert_type: 'dos_attack_l7',
      filters: { zones: [zone], megabits_per_second: ['100'] },
    };
    const notices = ({ body: { messages } }: TestResponse) =>
      messages.map(({ code, message }: { code: number; message: string }) => {
        assert.match(message, /"dos_attack_l7" is ever sent here.*available_alerts/);
        return code;
      });
    const made = await post(body);
    assert.deepEqual([made.status, notices(made)], [200, [11071]]);
    const { id } = made.body.result;
    const read = await api.call('GET', `${base}/policies/${id}`);
    assert.deepEqual(notices(read), [11071]);
    const { alert_type, filters } = read.body.result;
    assert.deepEqual(
      { alert_type, filters },
      { alert_type: body.alert_type, filters: body.filters },
    );
    assert.deepEqual(notices(await put(id, { name: 'Floods' })), [11071]);
    const available = (await api.call('GET', `${base}/available_alerts`)).body.result;
    assert.ok(!JSON.stringify(available).includes('dos_attack_l7'));
    // The type can be changed to one that is sent.
    const changed = await put(id, { alert_type: health.alert_type, filters: null });
    assert.deepEqual([changed.status, changed.body.messages], [200, []]);
    await remove(id);
  });

  it('are refused with a pointer to the invalid member', async () => {
    const origin = { ...health, alert_type: 'http_alert_origin_error' };
    const spike = { ...health, alert_type: 'clickhouse_alert_fw_ent_anomaly' };
    const status = { ...health, alert_type: 'health_check_status_notification' };
    const healthCheck = await newHealthCheck();
    const cases: readonly (readonly [object, number, RegExp, string])[] = [
      [{ ...health, name: '' }, 11001, /name/, '/name'],
      [{ ...health, name: 'a\tb' }, 11151, /one line/, '/name'],
      [{ ...health, alert_type: 'constructor' }, 11151, /no type of alert/, '/alert_type'],
      [{ ...health, alert_interval: '10' }, 11151, /1m to 168h/, '/alert_interval'],
      [{ ...health, mechanisms: undefined }, 11001, /mechanisms/, '/mechanisms'],
      [
        { ...health, mechanisms: { email: [{ id: 'ops' }] } },
        11151,
        /not an email/,
        '/mechanisms/email/0/id',
      ],
      [
        { ...health, mechanisms: { email: [{ id: 'a@b.test\r\nBcc: c@d.test' }] } },
        11151,
        /not an email/,
        '/mechanisms/email/0/id',
      ],
      [
        { ...health, mechanisms: { pagerduty: [{ id: service }, { id: ID }] } },
        11151,
        /no PagerDuty/,
        '/mechanisms/pagerduty/1/id',
      ],
      [
        { ...health, mechanisms: { webhooks: [{ id: 'x' }] } },
        11151,
        /not the id/,
        '/mechanisms/webhooks/0/id',
      ],
      [
        { ...health, mechanisms: { webhooks: [{ id: ID }] } },
        11151,
        /no webhook/,
        '/mechanisms/webhooks/0/id',
      ],
      [
        { ...health, filters: { zones: [zone] } },
        11151,
        /pool_id, new_health, event_source/,
        '/filters/zones',
      ],
      [{ ...health, filters: { 'a/b': [] } }, 11151, /no filter "a\/b"/, '/filters/a~1b'],
      [{ ...health, filters: { pool_id: pool } }, 11001, /pool_id/, '/filters/pool_id'],
      [{ ...health, filters: { pool_id: [pool, ID] } }, 11151, /no pool/, '/filters/pool_id/1'],
      [
        { ...health, filters: { pool_id: ['x'] } },
        11151,
        /not the id of a pool/,
        '/filters/pool_id/0',
      ],
      [
        { ...health, filters: { new_health: ['Sick'] } },
        11151,
        /Unhealthy, Healthy/,
        '/filters/new_health/0',
      ],
      [origin, 17103, /"zones" is missing/, '/filters/zones'],
      [{ ...origin, filters: { zones: [] } }, 17103, /"zones" is missing/, '/filters/zones'],
      [{ ...origin, filters: { zones: [ID] } }, 11151, /no zone/, '/filters/zones/0'],
      [
        { ...origin, filters: { zones: [zone], slo: ['100'] } },
        11151,
        /between 0 and 100/,
        '/filters/slo/0',
      ],
      [
        { ...origin, filters: { zones: [zone], slo: ['99', '98'] } },
        11151,
        /at most 1/,
        '/filters/slo',
      ],
      [
        { ...spike, filters: { zones: [zone] } },
        17103,
        /"services" is missing/,
        '/filters/services',
      ],
      [
        { ...spike, filters: { zones: [zone], services: ['nothing'] } },
        11151,
        /dlp/,
        '/filters/services/0',
      ],
      [
        { ...spike, filters: { zones: [zone], services: ['dlp'], target_hostname: ['a b'] } },
        11151,
        /host name/,
        '/filters/target_hostname/0',
      ],
      [
        { ...status, filters: { health_check_id: [healthCheck, ID] } },
        11151,
        /no health check/,
        '/filters/health_check_id/1',
      ],
      [
        { ...status, filters: { health_check_id: ['x'] } },
        11151,
        /not the id of a health check/,
        '/filters/health_check_id/0',
      ],
      [
        { ...status, filters: { status: ['Down'] } },
        11151,
        /Unhealthy, Healthy/,
        '/filters/status/0',
      ],
      [
        { ...status, filters: { new_status: [] } },
        11151,
        /health_check_id, status/,
        '/filters/new_status',
      ],
      [
        { ...health, alert_type: 'expiring_service_token_alert', filters: { token_id: [ID] } },
        11151,
        /no token/,
        '/filters/token_id/0',
      ],
    ];
    for (const [body, code, text, pointer] of cases) {
      assert.equal(refused(await post(body), 400, code, text), pointer, JSON.stringify(body));
    }
    const id = await created(health);
    const known = { health_check_id: [healthCheck], status: ['unhealthy'] };
    await remove(await created({ ...status, filters: known }));
    const other = { alert_type: 'http_alert_origin_error' };
    assert.equal(refused(await put(id, other), 400, 17103, /zones/), '/filters/zones');
    assert.equal(refused(await put(id, { name: null }), 400, 11001, /name/), '/name');
    assert.equal((await get(id)).alert_type, health.alert_type);
    await remove(id);
  });

  it('keep a deleted pool, and refuse other missing pools', async () => {
    const gone = await newPool('gone');
    const id = await created({ ...health, filters: { pool_id: [gone, pool] } });
    await api.call('DELETE', `/accounts/${api.accountId}/load_balancers/pools/${gone}`);
    const filters = { pool_id: [gone, pool] };
    assert.equal((await put(id, { name: 'Renamed', filters })).status, 200);
    const more = { pool_id: [gone, pool, ID] };
    assert.equal(
      refused(await put(id, { filters: more }), 400, 11151, /no pool/),
      '/filters/pool_id/2',
    );
    assert.deepEqual((await get(id)).filters, filters);
    await remove(id);
  });

  it('lose a deleted destination, and stay without destinations', async () => {
    const [first, second] = [await newService(), await newService()];
    const both = [{ id: first }, { id: second, name: 'night' }];
    const id = await created({ ...health, mechanisms: { ...email, pagerduty: both } });
    const only = await created({ ...health, mechanisms: { pagerduty: [{ id: first }] } });
    const mechanisms = async () => [(await get(id)).mechanisms, (await get(only)).mechanisms];
    const services = `${base}/destinations/pagerduty`;
    assert.equal((await api.call('DELETE', `${services}/${first}`)).status, 200);
    const left = { ...email, pagerduty: both.slice(1) };
    assert.deepEqual(await mechanisms(), [left, { pagerduty: [] }]);
    assert.equal((await get(only)).enabled, true);
    assert.deepEqual(await policyStore.usersOf(database.read, scope(), 'pagerduty', [first]), []);
    refused(await api.call('DELETE', `${services}/${first}`), 404, 11152, /no PagerDuty service/);
    const log = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=3`);
    const actions = log.body.result.map((entry: { action: { type: string } }) => entry.action.type);
    assert.deepEqual(actions, ['delete', 'update', 'update'], 'the audit log has all changes');

    await put(only, { mechanisms: { pagerduty: [{ id: second }] } });
    assert.equal((await api.call('DELETE', services)).status, 200);
    assert.deepEqual(await mechanisms(), [{ ...email, pagerduty: [] }, { pagerduty: [] }]);
    service = await newService();
    for (const each of [id, only]) await remove(each);
  });

  it('have notices about members without effect', async () => {
    const { body } = await post({
      ...health,
      mechanisms: {},
      alert_type: 'clickhouse_alert_fw_ent_anomaly',
      filters: { zones: [zone], services: ['dlp', 'hot'] },
    });
    const messages = body.messages.map(({ message }: { message: string }) => message);
    assert.equal(messages.length, 2);
    assert.match(messages[0], /"\/filters\/services\/1" has no effect/);
    assert.match(messages[1], /"\/mechanisms" has no effect/);
    await remove(body.result.id);
  });

  it('need the plan of their type', async () => {
    const { id } = (await api.call('POST', '/accounts', { body: { name: 'Small' } })).body.result;
    const path = `/accounts/${id}/alerting/v3`;
    const body = { ...health, alert_type: 'scriptmonitor_alert_new_hosts' };
    const attempt = () => api.call('POST', `${path}/policies`, { body });
    assert.equal((await attempt()).status, 200);
    const small = { name: 'small.test', account: { id } };
    const zoneId = (await api.call('POST', '/zones', { body: small })).body.result.id;
    const plan = (name: string) =>
      api.call('PATCH', `/zones/${zoneId}`, { body: { plan: { legacy_id: name } } });
    await plan('pro');
    assert.equal(refused(await attempt(), 403, 11154, /"business"/), '/alert_type');
    const { result } = (await api.call('GET', `${path}/available_alerts`)).body;
    const shown = Object.values(result as Record<string, { type: string; eligible: boolean }[]>)
      .flat()
      .filter(({ eligible }) => eligible);
    assert.ok(!shown.some(({ type }) => type.startsWith('scriptmonitor')));
    await plan('business');
    assert.equal((await attempt()).status, 200);
  });

  it('belong to their account and need the permission', async () => {
    const id = await created(health);
    const account = (await api.call('POST', '/accounts', { body: { name: 'Other' } })).body.result;
    const elsewhere = `/accounts/${account.id}/alerting/v3/policies`;
    refused(await api.call('GET', `${elsewhere}/${id}`), 404, 11152, /no notification policy/);
    const foreign = { ...health, filters: { pool_id: [pool] } };
    refused(await api.call('POST', elsewhere, { body: foreign }), 400, 11151, /no pool/);
    const resources = { [`com.cloudflare.api.account.${api.accountId}`]: '*' };
    const groups = [{ id: 'ce18edbdcebf465e9d6d1d2fc80ffd42' }];
    const policies = [{ effect: 'allow', permission_groups: groups, resources }];
    const reader = await api.call('POST', '/user/tokens', { body: { name: 'reader', policies } });
    const token = reader.body.result.value;
    assert.equal((await api.call('GET', `${base}/policies/${id}`, { token })).status, 200);
    const denied = await api.call('DELETE', `${base}/policies/${id}`, { token });
    refused(denied, 403, 10000, /Notifications Write/);
    await remove(id);
    // A token of a user concerns only the accounts in which it has rights.
    const alert_type = 'expiring_service_token_alert';
    const body = { ...health, alert_type, filters: { token_id: [reader.body.result.id] } };
    await remove(await created(body));
    refused(await api.call('POST', elsewhere, { body }), 400, 11151, /no token/);
  });

  it('are audited', async () => {
    const id = await created(health);
    await put(id, { enabled: false });
    await remove(id);
    const entries = await database.read
      .selectFrom('audit_entries')
      .select(['action', 'resource', 'account_id'])
      .where('resource_id', '=', id)
      .orderBy('seq')
      .execute();
    assert.deepEqual(
      entries.map(({ action, resource, account_id }) => [action, resource, account_id]),
      ['create', 'update', 'delete'].map((action) => [
        action,
        'notification_policy',
        api.accountId,
      ]),
    );
  });

  it('are limited', async () => {
    const { id } = (await api.call('POST', '/accounts', { body: { name: 'Full' } })).body.result;
    const columns = { account_id: id, created_at: 1, modified_at: 1, enabled: 1 };
    const document_json = JSON.stringify(health);
    const rows = Array.from({ length: limits.notificationPoliciesPerAccount }, () => ({
      ...columns,
      id: newHexId(),
      document_json,
      alert_type: health.alert_type,
    }));
    await database.transaction((tx) =>
      tx.insertInto('notification_policies').values(rows).execute(),
    );
    const full = await api.call('POST', `/accounts/${id}/alerting/v3/policies`, { body: health });
    refused(full, 400, 11153, /another notification policy: the limit is 500/);
    const listed = await api.call('GET', `/accounts/${id}/alerting/v3/policies`);
    assert.equal(listed.body.result.length, rows.length);
  });

  it('have the types in the list of available alerts', async () => {
    const { result } = (await api.call('GET', `${base}/available_alerts`)).body;
    assert.equal(Object.values(result).flat().length, alertTypes.length);
    assert.deepEqual(result['Load Balancing'][1], {
      type: 'load_balancing_pool_enablement_alert',
      display_name: 'Pool Enablement',
      description: 'A pool was enabled or disabled.',
      filter_options: [
        { Key: 'pool_id', ComparisonOperator: '==', Range: '0-n', AvailableValues: null },
        {
          Key: 'enabled',
          ComparisonOperator: '==',
          Range: '0-n',
          AvailableValues: [
            { ID: 'true', Description: 'A pool was enabled' },
            { ID: 'false', Description: 'A pool was disabled' },
          ],
        },
      ],
      plan: 'free',
      eligible: true,
    });
    const [origin] = result['Origin Monitoring'];
    assert.deepEqual(
      origin.filter_options.map(({ Key, Range }: { Key: string; Range: string }) => [Key, Range]),
      [
        ['zones', '1-n'],
        ['slo', '0-1'],
      ],
    );
  });
});
