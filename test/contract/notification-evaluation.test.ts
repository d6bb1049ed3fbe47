import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Message } from '../../src/areas/notifications/messages/message.ts';
import { ALERT_QUEUE, type Alert, type AlertOf, alertId } from '../../src/contracts/alert.ts';
import { AlertOutbox } from '../../src/storage/alert-outbox.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/databases.ts';
import { runQueue } from '../support/run-queue.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const GROUPS = 'notification-groups';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type OriginAlert = AlertOf<'origin_health'>;

describeOnEachDatabase('evaluation of alerts', (kind) => {
  let database: TestDatabase;
  let api: TestApi;
  let zoneId: string;
  let pools = 0;

  before(async () => {
    database = await kind.createMigrated();
    api = await openTestApi({ ...kind, createMigrated: async () => database });
    zoneId = await api.newZone('enterprise');
  });
  after(() => api.close());

  const path = (rest: string) => `/accounts/${api.accountId}/${rest}`;

  async function create(rest: string, body: object): Promise<string> {
    const response = await api.call('POST', path(rest), { body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.result.id;
  }

  const newPool = (members: object = {}) =>
    create('load_balancers/pools', {
      name: `pool-${++pools}`,
      origins: [{ name: 'web-1', address: '192.0.2.10' }],
      ...members,
    });

  const newPolicy = (members: object, address = 'ops@shop.test') =>
    create('alerting/v3/policies', {
      name: 'health',
      alert_type: 'load_balancing_health_alert',
      enabled: true,
      mechanisms: { email: [{ id: address }] },
      ...members,
    });

  /** The change number `n` of an origin: odd ones are failures. */
  function originAlert(poolId: string, n: number): OriginAlert {
    const idOf = (event: number) => alertId('origin_health', poolId, 'web-1', event);
    const isFailure = n % 2 === 1;
    return {
      kind: 'origin_health',
      version: 1,
      id: idOf(n),
      accountId: api.accountId,
      zoneId: null,
      at: api.clock.now(),
      incident: isFailure ? { id: idOf(n), phase: 'start' } : { id: idOf(n - 1), phase: 'end' },
      poolId,
      poolName: 'shop',
      healthBefore: isFailure ? 'healthy' : 'unhealthy',
      healthEventId: n,
      originName: 'web-1',
      originAddress: '192.0.2.10',
      failureReason: isFailure ? 'TCP connection failed' : 'No failures',
      responseCode: null,
    };
  }

  async function evaluate(...alerts: Alert[]): Promise<void> {
    const outbox = new AlertOutbox(api.core.database, api.clock);
    await api.core.database.transaction((tx) => outbox.record(tx, alerts));
    await runQueue(api.core, api.clock, ALERT_QUEUE);
  }

  async function pass(ms: number): Promise<void> {
    await api.clock.advance(ms);
    await runQueue(api.core, api.clock, GROUPS);
  }

  /** The messages of a policy or a pool, as lists of their alerts. */
  async function messagesOf(recipient: string): Promise<Message[]> {
    const rows = await api.core.database.read
      .selectFrom('notification_messages')
      .select('message_json')
      .where('recipient', 'like', `${recipient}%`)
      .orderBy('created_at')
      .orderBy('recipient')
      .execute();
    return rows.map((row) => JSON.parse(row.message_json));
  }

  const alertsIn = (messages: readonly Message[]) =>
    messages.map(({ entries }) => entries.map(({ id }) => id));

  async function statesOf(alert: Alert): Promise<string[]> {
    const rows = await api.core.database.read
      .selectFrom('notification_entries')
      .select('state')
      .where('alert_id', '=', alert.id)
      .execute();
    return rows.map(({ state }) => state);
  }

  it('sends one message for each policy that matches, even if the alert is redelivered', async () => {
    const poolId = await newPool();
    const wanted = { filters: { pool_id: [poolId], new_health: ['UNHEALTHY'] } };
    const [one, other] = [await newPolicy(wanted), await newPolicy(wanted)];
    const pool = await newPolicy({ filters: { pool_id: [poolId], event_source: ['pool'] } });
    const disabled = await newPolicy({ ...wanted, enabled: false });
    const alert = originAlert(poolId, 1);
    await evaluate(alert);
    // If a node dies before it completes the task, another node runs it again.
    await evaluate(alert);
    // A policy that was created later is not part of the first evaluation.
    const late = await newPolicy(wanted);
    await evaluate(alert);
    for (const id of [one, other]) {
      const [message, ...more] = await messagesOf(`policy:${id}`);
      assert.deepEqual(more, []);
      assert.deepEqual(
        message?.entries.map((entry) => entry.id),
        [alert.id],
      );
      assert.equal(message?.policy.id, id);
      assert.equal(message?.correlationId, alert.incident.id);
      assert.equal(message?.event, 'start');
    }
    for (const id of [pool, disabled, late]) assert.deepEqual(await messagesOf(`policy:${id}`), []);
  });

  it('waits for the end of the interval, and reports the failure and the recovery together', async () => {
    const poolId = await newPool();
    const id = await newPolicy({ filters: { pool_id: [poolId] }, alert_interval: '30m' });
    const changes = [1, 2, 3, 4].map((n) => originAlert(poolId, n).id);
    await evaluate(originAlert(poolId, 1));
    for (const n of [2, 3, 4]) {
      await pass(5 * MINUTE);
      await evaluate(originAlert(poolId, n));
    }
    assert.deepEqual(alertsIn(await messagesOf(`policy:${id}`)), [changes.slice(0, 1)]);
    await pass(14 * MINUTE);
    assert.equal((await messagesOf(`policy:${id}`)).length, 1);
    await pass(MINUTE);
    const messages = await messagesOf(`policy:${id}`);
    assert.deepEqual(alertsIn(messages), [changes.slice(0, 1), changes.slice(1)]);
    assert.equal(messages[1]?.event, 'end');
    assert.equal(
      messages[1]?.correlationId,
      changes[0],
      'receivers got the start of this incident',
    );
    await pass(HOUR);
    await evaluate(originAlert(poolId, 5));
    assert.equal((await messagesOf(`policy:${id}`)).length, 3, 'the interval is over');
  });

  it('groups the changes of an origin that flaps', async () => {
    const poolId = await newPool();
    const id = await newPolicy({ filters: { pool_id: [poolId] } });
    for (let n = 1; n <= 8; n++) {
      await evaluate(originAlert(poolId, n));
      await pass(10_000);
    }
    await pass(10 * MINUTE);
    const sizes = alertsIn(await messagesOf(`policy:${id}`)).map((ids) => ids.length);
    assert.deepEqual(sizes, [1, 1, 1, 5]);
  });

  it('collects new domains for an hour, unless the policy names zones', async () => {
    const id = await newPolicy({ alert_type: 'scriptmonitor_alert_new_hosts' });
    const scoped = await newPolicy({
      alert_type: 'scriptmonitor_alert_new_hosts',
      filters: { zones: [zoneId] },
    });
    const domains = ['a.test', 'b.test', 'c.test'].map(
      (domain): AlertOf<'page_new_domain'> => ({
        kind: 'page_new_domain',
        version: 1,
        id: alertId('page_new_domain', domain),
        accountId: api.accountId,
        at: api.clock.now(),
        zoneId,
        domain,
        resource: {
          type: 'script',
          id: '',
          url: `https://${domain}/a.js`,
          host: 'shop.test',
          firstPageUrl: 'https://shop.test/',
        },
      }),
    );
    for (const domain of domains) {
      await evaluate(domain);
      await pass(15 * MINUTE);
    }
    assert.deepEqual(await messagesOf(`policy:${id}`), []);
    await pass(15 * MINUTE);
    assert.deepEqual(alertsIn(await messagesOf(`policy:${id}`)), [domains.map((each) => each.id)]);
    assert.deepEqual(await messagesOf(`policy:${scoped}`), [], 'no page policy allows them');
  });

  it('collects new scripts for a day, in messages of a hundred, and deletes their entries after a week', async () => {
    const id = await newPolicy({ alert_type: 'scriptmonitor_alert_new_resources' });
    const first: AlertOf<'page_new_resource'> = {
      kind: 'page_new_resource',
      version: 1,
      id: alertId('page_new_resource', 0),
      accountId: api.accountId,
      at: api.clock.now(),
      zoneId,
      resource: {
        type: 'script',
        id: '',
        url: 'https://a.test/a.js',
        host: 'shop.test',
        firstPageUrl: 'https://shop.test/',
      },
    };
    await evaluate(first);
    assert.deepEqual(await statesOf(first), ['waiting']);
    const { read } = api.core.database;
    const ofPolicy = read
      .selectFrom('notification_entries')
      .where('recipient', '=', `policy:${id}`);
    const entry = await ofPolicy.selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 120 }, (_, n) => {
      const alert = { ...first, id: alertId('page_new_resource', n + 1), at: first.at + n + 1 };
      return { ...entry, alert_id: alert.id, at: alert.at, alert_json: JSON.stringify(alert) };
    });
    await api.core.database.transaction((tx) =>
      tx.insertInto('notification_entries').values(others).execute(),
    );
    await pass(23 * HOUR);
    assert.deepEqual(await messagesOf(`policy:${id}`), []);
    await pass(HOUR);
    const ids = [first.id, ...others.map((each) => each.alert_id)];
    assert.deepEqual(
      alertsIn(await messagesOf(`policy:${id}`)).toSorted((a, b) => b.length - a.length),
      [ids.slice(0, 100), ids.slice(100)],
    );

    const trim = api.core.modules
      .flatMap((module) => module.jobs)
      .find(({ name }) => name === 'notification-entry-trim');
    const left = async () => {
      await trim?.run(new AbortController().signal);
      return (await ofPolicy.select('alert_id').execute()).length;
    };
    await api.clock.advance(6 * 24 * HOUR);
    assert.equal(await left(), 121);
    await api.clock.advance(2 * 24 * HOUR);
    assert.equal(await left(), 0);
  });

  it('reports a continuing spike once in two hours', async () => {
    const id = await newPolicy({
      alert_type: 'clickhouse_alert_fw_anomaly',
      filters: { zones: [zoneId] },
    });
    const spike = (): AlertOf<'event_spike'> => ({
      kind: 'event_spike',
      version: 1,
      id: alertId('event_spike', api.clock.now()),
      accountId: api.accountId,
      zoneId,
      at: api.clock.now(),
      service: null,
      action: null,
      host: null,
      bucketStart: api.clock.now() - 5 * MINUTE,
      bucketMs: 5 * MINUTE,
      count: 500,
      mean: 10,
      zScore: 50,
    });
    const states: string[] = [];
    for (const pauseMs of [0, HOUR, HOUR - 1, 1]) {
      await pass(pauseMs);
      const alert = spike();
      await evaluate(alert);
      states.push(...(await statesOf(alert)));
    }
    assert.deepEqual(states, ['sent', 'dropped', 'dropped', 'sent']);
    assert.equal((await messagesOf(`policy:${id}`)).length, 2);
  });

  it('never sends alerts of silenced policies', async () => {
    const poolId = await newPool();
    const filters = { pool_id: [poolId] };
    const id = await newPolicy({ filters, alert_interval: '10m' });
    await evaluate(originAlert(poolId, 1));
    const during = originAlert(poolId, 2);
    await evaluate(during);
    const silence = {
      policy_id: id,
      start_time: new Date(api.clock.now() - MINUTE).toISOString(),
      end_time: new Date(api.clock.now() + HOUR).toISOString(),
    };
    const made = await api.call('POST', path('alerting/v3/silences'), { body: [silence] });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const silenced = originAlert(poolId, 3);
    await evaluate(silenced);
    await pass(30 * MINUTE);
    await pass(HOUR);
    assert.deepEqual(await statesOf(during), ['silenced'], 'its message was due in the silence');
    assert.deepEqual(await statesOf(silenced), ['silenced']);
    assert.equal((await messagesOf(`policy:${id}`)).length, 1);
    await evaluate(originAlert(poolId, 4));
    assert.equal((await messagesOf(`policy:${id}`)).length, 2, 'the silence is over');
  });

  it('drops waiting alerts of a policy that is deleted or disabled', async () => {
    const poolId = await newPool();
    const policy = { filters: { pool_id: [poolId] }, alert_interval: '10m' };
    const [deleted, disabled] = [await newPolicy(policy), await newPolicy(policy)];
    await evaluate(originAlert(poolId, 1));
    const waiting = originAlert(poolId, 2);
    await evaluate(waiting);
    await api.call('DELETE', path(`alerting/v3/policies/${deleted}`));
    const off = await api.call('PUT', path(`alerting/v3/policies/${disabled}`), {
      body: { enabled: false },
    });
    assert.equal(off.status, 200);
    await pass(HOUR);
    assert.deepEqual(await statesOf(waiting), ['dropped', 'dropped']);
    assert.equal((await messagesOf(`policy:${disabled}`)).length, 1);
  });

  it('sends alerts that pass the filter of a pool to its notification email', async () => {
    const poolId = await newPool({
      notification_email: 'a@one.test, b@two.test',
      notification_filter: { origin: { healthy: false }, pool: { disable: true } },
    });
    const {
      kind: _,
      originName,
      originAddress,
      failureReason,
      responseCode,
      ...members
    } = originAlert(poolId, 3);
    await evaluate(originAlert(poolId, 1), originAlert(poolId, 2), {
      ...members,
      kind: 'pool_health',
      id: alertId('pool_health', poolId, 3),
    });
    const messages = await messagesOf(`pool:${poolId}`);
    const failure = originAlert(poolId, 1).id;
    assert.deepEqual(alertsIn(messages), [[failure], [failure]]);
    assert.equal(messages[0]?.policy.id, null);
    const deliveries = await api.core.database.read
      .selectFrom('notification_deliveries')
      .select(['mechanism_type', 'mechanism'])
      .where(
        'message_id',
        'in',
        messages.map((message) => message.id),
      )
      .orderBy('mechanism')
      .execute();
    assert.deepEqual(
      deliveries.map((each) => `${each.mechanism_type} ${each.mechanism}`),
      ['email a@one.test', 'email b@two.test'],
    );
  });

  it('does not send an alert to the email of a pool if a policy sends it to the same address', async () => {
    const poolId = await newPool({ notification_email: 'Ops@One.Test,b@two.test' });
    const failures = { filters: { pool_id: [poolId], new_health: ['Unhealthy'] } };
    const id = await newPolicy(failures, 'Ops@one.test');
    await newPolicy(failures, 'B@two.test');
    await evaluate(originAlert(poolId, 1), originAlert(poolId, 2));
    const recipients = await api.core.database.read
      .selectFrom('notification_messages')
      .select(['recipient', 'message_json'])
      .where('recipient', 'like', `pool:${poolId}%`)
      .orderBy('created_at')
      .orderBy('recipient')
      .execute();
    const sent = recipients.map(({ recipient, message_json }) => {
      const { event }: Message = JSON.parse(message_json);
      return `${recipient.split(':')[2]} ${event}`;
    });
    assert.deepEqual(sent.toSorted(), ['Ops@one.test end', 'b@two.test end', 'b@two.test start']);
    assert.equal((await messagesOf(`policy:${id}`)).length, 1);
  });

  it('happens once on two nodes', async () => {
    const other = await openTestApi({
      ...kind,
      createMigrated: async () => ({ ...database, remove: async () => {} }),
    });
    try {
      await other.clock.advance(api.clock.now() - other.clock.now());
      const poolIds = [await newPool(), await newPool(), await newPool()];
      const id = await newPolicy({ filters: { pool_id: poolIds } });
      const alerts = [1, 2, 3, 4, 5, 6].flatMap((n) => poolIds.map((each) => originAlert(each, n)));
      const outbox = new AlertOutbox(api.core.database, api.clock);
      await api.core.database.transaction((tx) => outbox.record(tx, alerts));
      const both = async (queue: string) => {
        const counts = await Promise.all([
          runQueue(api.core, api.clock, queue, 'one'),
          runQueue(other.core, api.clock, queue, 'other'),
        ]);
        return counts.reduce((sum, count) => sum + count, 0);
      };
      let evaluated = 0;
      while (evaluated < alerts.length) evaluated += await both(ALERT_QUEUE);
      for (const { clock } of [api, other]) await clock.advance(HOUR);
      await both(GROUPS);
      const told = alertsIn(await messagesOf(`policy:${id}`)).flat();
      assert.deepEqual(told.toSorted(), alerts.map((alert) => alert.id).toSorted());
    } finally {
      await other.close();
    }
  });
});
