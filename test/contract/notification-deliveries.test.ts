/** Deliveries of messages: attempts, outcomes, the history and resending. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, it } from 'node:test';
import { DeliveryOutbox } from '../../src/areas/notifications/delivery/delivery-outbox.ts';
import { sampleMessage } from '../../src/areas/notifications/messages/fixtures/sample-message.ts';
import type { Message } from '../../src/areas/notifications/messages/message.ts';
import type { NotificationsDatabase } from '../../src/areas/notifications/notifications-tables.ts';
import type { Mechanism } from '../../src/areas/notifications/policies/policy.ts';
import type { TaskQueue } from '../../src/contracts/job.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { hostOn, pass, stopHosts } from '../../src/workers/host.fixture.ts';
import type { JobHost } from '../../src/workers/job-host.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECRET = 'secret-of-the-receiver-0123456789';
const KEY_IN_URL = 'key-in-the-url-0123456789';

describeOnEachDatabase('deliveries of notifications', (kind) => {
  let api: TestApi;
  let receiver: WebhookReceiver;
  let outbox: DeliveryOutbox;
  let database: NotificationsDatabase;
  let host: JobHost;
  const running = new Set<Promise<void>>();
  const telemetry = recordedTelemetry();

  before(async () => {
    receiver = await startWebhookReceiver();
    api = await openTestApi(kind, {
      settings: { PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8', PALISADE_EDGE_KEY: 'ab'.repeat(32) },
    });
    database = api.core.database as unknown as NotificationsDatabase;
    outbox = new DeliveryOutbox(database, api.clock);
    const queues = api.core.modules.flatMap((module) => module.queues);
    const deliveries = queues.filter(({ name }) => name === 'notification-delivery');
    host = hostOn(
      { clock: api.clock, database: api.core.database },
      { queues: deliveries.map(watched), pollMs: 24 * HOUR, telemetry },
    );
    api.core.database.onCommit(() => host.wake());
    host.start();
  });
  after(async () => {
    await stopHosts(api.clock, host);
    await api.close();
    await receiver.stop();
  });
  afterEach(() => receiver.respond(200));

  function watched(queue: TaskQueue): TaskQueue {
    return {
      ...queue,
      run(...args) {
        const run = queue.run(...args);
        running.add(run);
        return run.finally(() => running.delete(run));
      },
    };
  }

  /** Moves the clock in steps, and only while no call is in flight. */
  async function wait(ms: number, stepMs = ms): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await idle();
      api.clock.set(api.clock.now() + stepMs);
      host.wake();
    }
    await idle();
  }

  async function idle(): Promise<void> {
    do {
      await Promise.allSettled([...running]);
      await pass(api.clock, 1, 1);
    } while (running.size > 0);
  }

  const base = () => `/accounts/${api.accountId}/alerting/v3`;
  const history = async (query = '') => {
    const { status, body } = await api.call('GET', `${base()}/history${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const resend = (id: string) => api.call('POST', `${base()}/history/${id}/resend`);

  async function newWebhook(path: string, members: object = {}): Promise<Mechanism> {
    const url = `${receiver.origin}${path}?key=${KEY_IN_URL}`;
    const { status, body } = await api.call('POST', `${base()}/destinations/webhooks`, {
      body: { name: path, url, ...members },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return { type: 'webhook', id: body.result.id };
  }

  async function send(mechanisms: readonly Mechanism[], overrides: Partial<Message> = {}) {
    const message = sampleMessage({
      id: newHexId(),
      account: { id: api.accountId, name: 'Shop' },
      at: api.clock.now(),
      ...overrides,
    });
    const outgoing = { message, recipient: 'policy:1', subject: 'pool', mechanisms };
    await database.transaction((tx) => outbox.send(tx, [outgoing]));
    return message.id;
  }

  /** Calls about messages, without the test call of the creation. */
  const callsOf = (path: string) =>
    receiver.calls.filter(
      (call) => call.path === `${path}?key=${KEY_IN_URL}` && call.body.id !== undefined,
    );
  const taken = (path: string) =>
    callsOf(path)
      .filter(({ status }) => status < 300)
      .map(({ body }) => body.id);

  it('arrive once, with an id and a signature over the exact body', async () => {
    const webhook = await newWebhook('/signed', { secret: SECRET });
    const id = await send([webhook, webhook]);
    await idle();
    const [call, ...others] = callsOf('/signed');
    assert.equal(others.length, 0);
    assert.ok(call);
    assert.equal(call.body.id, id);
    assert.equal(call.headers['content-type'], 'application/json');
    assert.equal(call.headers['cf-webhook-auth'], SECRET);
    const { 'webhook-id': delivery, 'webhook-timestamp': time } = call.headers;
    const mac = createHmac('sha256', SECRET);
    const signature = mac.update(`${delivery}.${time}.${call.text}`).digest('base64');
    assert.equal(call.headers['webhook-signature'], `v1,${signature}`);
    const [row] = (await history()).result;
    assert.deepEqual([row.id, row.status, row.attempts], [delivery, 'delivered', 1]);
    assert.equal(row.alert_body, call.text);
  });

  it('of the same message are made once, even if it is sent repeatedly', async () => {
    const webhook = await newWebhook('/once');
    const id = await send([webhook]);
    await send([webhook], { id });
    await idle();
    await send([webhook], { id });
    await idle();
    assert.deepEqual(taken('/once'), [id]);
  });

  it('wait for a receiver that is down for an hour, and arrive in order and once', async () => {
    const [down, up] = [await newWebhook('/down'), await newWebhook('/down/other')];
    receiver.respond(500);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push(await send([down]));
      await wait(12 * MINUTE, 3 * MINUTE);
    }
    assert.deepEqual(taken('/down'), []);
    const attempts = callsOf('/down').length;
    assert.ok(attempts >= 6 && attempts <= 20, `${attempts} attempts`);
    assert.deepEqual(new Set(callsOf('/down').map(({ body }) => body.id)), new Set([ids[0]]));
    receiver.respond(200);
    const other = await send([up]);
    await wait(12 * MINUTE, 3 * MINUTE);
    assert.deepEqual(taken('/down'), ids);
    assert.deepEqual(taken('/down/other'), [other]);
    const { result } = await history('?per_page=6');
    assert.deepEqual(
      new Set(result.map((row: { status: string }) => row.status)),
      new Set(['delivered']),
    );
    const { body } = await api.call('GET', `${base()}/destinations/webhooks/${down.id}`);
    assert.ok(body.result.last_success > body.result.last_failure);
  });

  it('fail after a day, stay visible, and are resent on request', async () => {
    const webhook = await newWebhook('/dead');
    receiver.respond(500);
    const id = await send([webhook]);
    // Long steps, since each attempt is a real call: the backoff itself is tested above.
    await wait(26 * HOUR, 2 * HOUR);
    const [row] = (await history('?status=failed')).result;
    assert.deepEqual(JSON.parse(row.alert_body).id, id);
    assert.equal(row.error, `${receiver.origin} returned status 500.`);
    assert.ok(row.attempts > 10, `${row.attempts} attempts`);
    const attempts = callsOf('/dead').length;
    await wait(HOUR, 10 * MINUTE);
    assert.equal(callsOf('/dead').length, attempts, 'there are no further attempts');
    receiver.respond(200);
    const resent = await resend(row.id);
    assert.deepEqual([resent.status, resent.body.result.status], [200, 'waiting']);
    await idle();
    assert.deepEqual(taken('/dead'), [id]);
    const again = await resend(row.id);
    assert.deepEqual([again.status, again.body.errors[0].code], [400, 11160]);
    assert.match(again.body.errors[0].message, /is delivered/);
    const missing = await resend(newHexId());
    assert.deepEqual([missing.status, missing.body.errors[0].code], [404, 11159]);
  });

  it('are tried at once on request, in their order', async () => {
    const webhook = await newWebhook('/retried');
    receiver.respond(500);
    const ids = [await send([webhook]), await send([webhook])];
    await wait(4 * MINUTE, 20_000);
    const attempts = callsOf('/retried').length;
    const [row] = (await history('?status=waiting&per_page=5')).result;
    const retry = () => api.call('POST', `${base()}/history/${row.id}/retry`);
    receiver.respond(200);
    await wait(20_000);
    assert.equal(callsOf('/retried').length, attempts, 'the next attempt is in ten minutes');
    const { status, body } = await retry();
    const { id, status: state } = body.result ?? {};
    assert.deepEqual([status, id, state], [200, row.id, 'waiting']);
    await idle();
    assert.deepEqual(taken('/retried'), ids);
    const again = await retry();
    assert.deepEqual([again.status, again.body.errors[0].code], [400, 11162]);
    assert.match(again.body.errors[0].message, /is delivered/);
    const missing = await api.call('POST', `${base()}/history/${newHexId()}/retry`);
    assert.deepEqual([missing.status, missing.body.errors[0].code], [404, 11159]);
  });

  it('fail at once if an error is permanent, and are retried otherwise', async () => {
    const webhook = await newWebhook('/statuses');
    const table: readonly (readonly [number, 'failed' | 'waiting', RegExp])[] = [
      [400, 'failed', /status 400/],
      [410, 'failed', /status 410/],
      [413, 'failed', /status 413/],
      [422, 'failed', /status 422/],
      [302, 'failed', /redirects to another address/],
      [404, 'waiting', /status 404/],
      [401, 'waiting', /status 401/],
      [502, 'waiting', /status 502/],
    ];
    for (const [status, state, error] of table) {
      receiver.respond(status, { location: '/elsewhere' });
      await send([webhook]);
      await idle();
      const [row] = (await history()).result;
      assert.deepEqual([row.status, row.attempts], [state, 1], String(status));
      assert.match(row.error, error);
      receiver.respond(200);
      await wait(20_000, 10_000);
    }
    assert.ok(receiver.calls.every(({ path }) => !path.startsWith('/elsewhere')));
  });

  it('honour Retry-After, up to an hour', async () => {
    const webhook = await newWebhook('/later');
    const date = (ms: number) => new Date(api.clock.now() + ms).toUTCString();
    for (const [value, ms] of [
      [() => '120', 120_000],
      [() => date(300_000), 300_000],
      [() => '999999', HOUR],
    ] as const) {
      const before = callsOf('/later').length;
      const after = value();
      receiver.respond(429, { 'retry-after': after });
      await send([webhook]);
      await idle();
      receiver.respond(200);
      await wait(ms - 5_000, (ms - 5_000) / 5);
      assert.equal(callsOf('/later').length, before + 1, after);
      await wait(10_000);
      assert.equal(callsOf('/later').length, before + 2, after);
    }
  });

  it('fail if the destination was deleted in the meantime', async () => {
    const webhook = await newWebhook('/gone');
    receiver.respond(500);
    await send([webhook]);
    await idle();
    await api.call('DELETE', `${base()}/destinations/webhooks/${webhook.id}`);
    await wait(MINUTE, 10_000);
    const [row] = (await history()).result;
    assert.deepEqual([row.status, row.error], ['failed', 'The webhook was deleted.']);
  });

  it('are listed by page, time and filter', async () => {
    const webhook = await newWebhook('/listed');
    const start = api.clock.now();
    for (let n = 0; n < 7; n++) {
      await send([webhook], {
        policy: { id: n < 6 ? 'cc'.repeat(16) : null, name: `policy ${n}`, description: '' },
        alertType: n < 5 ? 'type_a' : 'type_b',
      });
      await wait(1_000);
    }
    const time = (ms: number) => new Date(start + ms).toISOString();
    const namesOf = async (query: string) =>
      (await history(`?since=${time(0)}&${query}`)).result.map(({ name }: { name: string }) =>
        Number(name.slice(7)),
      );
    assert.deepEqual(await namesOf(''), [6, 5, 4, 3, 2, 1, 0]);
    assert.deepEqual(await namesOf('per_page=5&page=2'), [1, 0]);
    assert.deepEqual(await namesOf('alert_type=type_b'), [6, 5]);
    assert.deepEqual(await namesOf(`policy_id=${'cc'.repeat(16)}&alert_type=type_b`), [5]);
    assert.deepEqual(await namesOf('status=failed'), []);
    assert.deepEqual(
      await namesOf('status=delivered&mechanism_type=webhook'),
      [6, 5, 4, 3, 2, 1, 0],
    );
    assert.deepEqual(await namesOf('mechanism_type=email'), []);
    const { result, result_info: info } = await history(
      `?since=${time(2_500)}&before=${time(4_500)}`,
    );
    assert.deepEqual([result.length, info.total_count, info.per_page], [2, 2, 25]);
    for (const query of ['since=yesterday', 'per_page=4', 'per_page=1001', 'status=lost']) {
      const { status } = await api.call('GET', `${base()}/history?${query}`);
      assert.equal(status, 400, query);
    }
  });

  it('of a drill are made like all others, also for a disabled policy', async () => {
    const webhooks = [await newWebhook('/drill/1'), await newWebhook('/drill/2')];
    const { body } = await api.call('POST', `${base()}/policies`, {
      body: {
        name: 'Pools',
        enabled: false,
        alert_type: 'load_balancing_health_alert',
        mechanisms: { webhooks: webhooks.map(({ id }) => ({ id })) },
      },
    });
    const path = `${base()}/policies/${body.result.id}/test`;
    const [first] = callsOf('/drill/1');
    assert.equal(first, undefined);
    const drill = await meanwhile(api.call('POST', path));
    assert.equal(drill.status, 200, JSON.stringify(drill.body));
    const outcome = { mechanism_type: 'webhook', status: 'delivered', attempts: 1, error: null };
    const expected = webhooks.map(({ id }) => ({ mechanism: id, ...outcome }));
    const byId = (a: { mechanism: string }, b: { mechanism: string }) =>
      a.mechanism < b.mechanism ? -1 : 1;
    assert.deepEqual(drill.body.result.outcomes, expected.sort(byId));
    const audit = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=1`);
    const [entry] = audit.body.result;
    assert.deepEqual(entry.resource, { id: drill.body.result.id, type: 'notification_test' });
    assert.equal(entry.newValueJson.policy_id, body.result.id);
    const [call] = callsOf('/drill/2');
    assert.ok(call);
    assert.deepEqual([call.body.id, call.body.is_test], [drill.body.result.id, true]);
    assert.match(call.body.title, /^Test of the notification policy "Pools"$/);
    receiver.respond(500);
    const failed = await meanwhile(api.call('POST', path));
    for (const each of failed.body.result.outcomes) {
      assert.deepEqual([each.status, each.attempts], ['failed', 1]);
      assert.equal(each.error, `${receiver.origin} returned status 500.`);
    }
    receiver.respond(200);
    await wait(HOUR, 10 * MINUTE);
    assert.equal(taken('/drill/1').length, 1, 'a test is not sent hours later');
    const missing = await api.call('POST', `${base()}/policies/${newHexId()}/test`);
    assert.equal(missing.status, 404);
  });

  /** Moves the clock until a call that waits for deliveries has returned. */
  async function meanwhile<T>(call: Promise<T>): Promise<T> {
    let isDone = false;
    void call.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await idle();
      await pass(api.clock, 250, 250);
    }
    return await call;
  }

  it('reveal no secrets in the log, the database and the history', async () => {
    const { read } = database;
    const shown = [telemetry.records, await history('?per_page=1000')];
    shown.push(await read.selectFrom('notification_deliveries').selectAll().execute());
    shown.push(await read.selectFrom('notification_messages').selectAll().execute());
    shown.push(await read.selectFrom('tasks').selectAll().execute());
    const text = JSON.stringify(shown);
    assert.match(text, /task failed/);
    for (const secret of [SECRET, KEY_IN_URL]) assert.ok(!text.includes(secret), secret);
  });

  it('are kept for 30 days, and for 90 if the account has an enterprise zone', async () => {
    const trim = api.core.modules
      .flatMap((module) => module.jobs)
      .find(({ name }) => name === 'notification-history-trim');
    assert.ok(trim);
    const rows = async () => {
      await trim.run(new AbortController().signal);
      const { body } = await api.call('GET', `${base()}/history`);
      const stored = await database.read
        .selectFrom('notification_deliveries')
        .select('id')
        .execute();
      return [body.result_info.total_count, stored.length];
    };
    const zone = await api.newZone();
    const [count = 0] = await rows();
    assert.ok(count > 10);
    api.clock.set(api.clock.now() + 60 * 24 * HOUR);
    assert.deepEqual(await rows(), [count, count]);
    await api.call('PATCH', `/zones/${zone}`, { body: { plan: { legacy_id: 'business' } } });
    assert.deepEqual(await rows(), [0, 0]);
  });
});
