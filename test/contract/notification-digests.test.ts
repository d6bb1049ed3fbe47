/** Many alerts at once: people get the first messages and then digests, programs get every message. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { ALERT_QUEUE, type AlertOf, alertId } from '../../src/contracts/alert.ts';
import { AlertOutbox } from '../../src/storage/alert-outbox.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runQueue } from '../support/run-queue.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CHAT = `/hooks/${'a'.repeat(26)}`;

type PoolAlert = AlertOf<'pool_health'>;

describeOnEachDatabase('many alerts at once', (kind) => {
  let api: TestApi;
  let receiver: WebhookReceiver;
  let mailServer: MailServer;
  let address: string;
  let failures = 0;
  let [mailsBefore, callsBefore] = [0, 0];

  before(async () => {
    [receiver, mailServer] = [await startWebhookReceiver(), await startMailServer()];
    api = await openTestApi(kind, {
      settings: { PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8', PALISADE_SMTP_URL: mailServer.url },
    });
    await api.newZone('enterprise');
  });
  after(async () => {
    await api.close();
    await Promise.all([receiver.stop(), mailServer.stop()]);
  });
  beforeEach(async () => {
    await api.clock.advance(10 * MINUTE);
    address = `ops-${failures}@shop.test`;
    [mailsBefore, callsBefore] = [mailServer.mails.length, receiver.calls.length];
  });

  afterEach(async () => {
    const { body } = await api.call('GET', path('policies'));
    for (const { id } of body.result) await api.call('DELETE', path(`policies/${id}`));
  });

  const path = (rest: string) => `/accounts/${api.accountId}/alerting/v3/${rest}`;

  async function create(rest: string, body: object): Promise<string> {
    const response = await api.call('POST', path(rest), { body });
    assert.ok(response.status < 300, JSON.stringify(response.body));
    return response.body.result.id;
  }

  const newWebhook = (name: string) =>
    create('destinations/webhooks', { name, url: `${receiver.origin}${name}` });

  const newPolicy = (mechanisms: object, filters: object = {}) =>
    create('policies', {
      name: 'Pools',
      alert_type: 'load_balancing_health_alert',
      enabled: true,
      mechanisms,
      filters,
    });

  /** A new pool fails. */
  function failure(): PoolAlert {
    const id = alertId('pool_health', ++failures);
    return {
      kind: 'pool_health',
      version: 1,
      id,
      accountId: api.accountId,
      zoneId: null,
      at: api.clock.now(),
      incident: { id, phase: 'start' },
      poolId: `pool-${failures}`,
      poolName: `shop ${failures}`,
      healthBefore: 'healthy',
      healthEventId: failures,
    };
  }

  async function fail(count: number): Promise<PoolAlert[]> {
    const alerts = Array.from({ length: count }, failure);
    const outbox = new AlertOutbox(api.core.database, api.clock);
    await api.core.database.transaction((tx) => outbox.record(tx, alerts));
    await runQueue(api.core, api.clock, ALERT_QUEUE);
    return alerts;
  }

  /** Runs everything that is due. */
  async function send(): Promise<void> {
    await runQueue(api.core, api.clock, 'notification-digests');
    await runQueue(api.core, api.clock, 'notification-delivery');
  }

  async function pass(ms: number): Promise<void> {
    await api.clock.advance(ms);
    await send();
  }

  const mails = () => mailServer.mails.slice(mailsBefore).filter(({ to }) => to.includes(address));
  const alertsOf = () =>
    mails().map(
      ({ mail }) =>
        mail.headers.find(({ key }) => key === 'x-palisade-alert-ids')?.value.split(/\s+/) ?? [],
    );
  const callsOf = (name: string) =>
    receiver.calls.slice(callsBefore).filter((call) => call.path === name);
  const idsOf = (alerts: readonly PoolAlert[]) => alerts.map(({ id }) => id);

  /** The status of each message to the address, by the alert that it is about. */
  async function history(): Promise<Map<string, string>> {
    const { body } = await api.call('GET', `${path('history')}?per_page=1000`);
    return new Map(
      body.result
        .filter(({ mechanism }: { mechanism: string }) => mechanism === address)
        .map((row: { alert_body: string; status: string }) => [
          JSON.parse(row.alert_body).alerts[0].id,
          row.status,
        ]),
    );
  }

  it('reach mail and chat as five messages and a digest, and other webhooks one by one', async () => {
    const [chat, program] = [await newWebhook(CHAT), await newWebhook('/program')];
    await newPolicy({
      email: [{ id: address }],
      webhooks: [{ id: chat }, { id: program }],
    });
    const calls = () => [callsOf(CHAT).length, callsOf('/program').length];
    const [chatTests = 0, programTests = 0] = calls();
    const alerts = await fail(60);
    await send();
    assert.equal(mails().length, 5);
    assert.deepEqual(calls(), [chatTests + 5, programTests + 60]);
    const waiting = await history();
    assert.equal(waiting.size, 60);
    assert.equal([...waiting.values()].filter((status) => status === 'waiting').length, 55);

    await pass(MINUTE - 1);
    assert.equal(mails().length, 5);
    await pass(1);
    assert.equal(mails().length, 6);
    assert.deepEqual(calls(), [chatTests + 6, programTests + 60]);
    const named = alertsOf();
    assert.deepEqual(new Set(named.flat()), new Set(idsOf(alerts)), 'every alert is named');
    assert.equal(named.flat().length, 60, 'none is named twice');
    assert.deepEqual([...new Set((await history()).values())], ['delivered']);

    const digest = mails()[5]?.mail;
    assert.match(
      digest?.subject ?? '',
      /^55 alerts: \[Unhealthy\] shop \d+, \[Unhealthy\] shop \d+, \[Unhealthy\] shop \d+ and 52 more$/,
    );
    assert.match(digest?.text ?? '', /Critical: +55\n/);
    assert.match(digest?.text ?? '', /Not shown: 5 earlier alerts\./);
    assert.match(digest?.text ?? '', /the notification policy “Pools”/);
    assert.match(
      callsOf(CHAT).at(-1)?.body.text,
      /^55 alerts: [\s\S]*Earlier alerts, not shown: 45\n/,
    );
  });

  it('are one digest a minute while they go on, and single messages after a quiet minute', async () => {
    await newPolicy({ email: [{ id: address }] });
    await fail(6);
    await send();
    for (let second = 10; second <= 180; second += 10) {
      await pass(10 * SECOND);
      if (second < 180) await fail(1);
      await send();
    }
    assert.deepEqual(
      alertsOf().map((ids) => ids.length),
      [1, 1, 1, 1, 1, 6, 6, 6],
    );
    await pass(MINUTE);
    await fail(2);
    await send();
    assert.equal(mails().length, 10, 'the storm is over');
  });

  it('of several policies share the digest of a destination', async () => {
    await newPolicy({ email: [{ id: address }] });
    await newPolicy({ email: [{ id: address }] }, { new_health: ['Healthy'] });
    await newPolicy({ email: [{ id: address }] }, { event_source: ['pool'] });
    await fail(5);
    await send();
    assert.equal(mails().length, 5);
    await pass(MINUTE);
    const { mail } = mails()[5] ?? {};
    assert.match(mail?.text ?? '', /because notification policies or pools of the account/);
    assert.match(mail?.subject ?? '', /^5 alerts: /);
  });

  it('reach PagerDuty one by one', async () => {
    const service = await create('destinations/pagerduty/connect', {
      name: 'On call',
      integration_key: '0123456789abcdef0123456789abcdef',
    });
    await newPolicy({ pagerduty: [{ id: service }] });
    await fail(20);
    // They are not run: no PagerDuty is here.
    const { numDeletedRows } = await api.core.database.transaction((tx) =>
      tx.deleteFrom('tasks').where('queue', '=', 'notification-delivery').executeTakeFirst(),
    );
    assert.equal(Number(numDeletedRows), 20);
  });

  it('are in one digest even if a node dies while it closes or sends it', async () => {
    await newPolicy({ email: [{ id: address }] });
    await fail(12);
    await send();
    await api.clock.advance(MINUTE);
    for (const name of ['notification-digests', 'notification-delivery']) {
      await runAndDie(name);
      await api.clock.advance(MINUTE);
    }
    const late = await fail(1);
    await send();
    const sizes = alertsOf().map((ids) => ids.length);
    assert.deepEqual(sizes, [1, 1, 1, 1, 1, 7, 1], 'the digest was complete before the late alert');
    assert.equal(new Set(alertsOf().flat()).size, 13);
    assert.deepEqual(alertsOf().at(-1), idsOf(late));
  });

  /** Runs the tasks of a queue without the confirmation, so that they run again. */
  async function runAndDie(name: string): Promise<void> {
    const queue = api.core.modules.flatMap(({ queues }) => queues).find((q) => q.name === name);
    const due = await api.core.database.read
      .selectFrom('tasks')
      .selectAll()
      .where('queue', '=', name)
      .where('state', '=', 'ready')
      .execute();
    assert.equal(due.length, 1, name);
    for (const { id, payload } of due) {
      const task = { id, payload: JSON.parse(payload), attempt: 1 };
      await queue?.run(task, new AbortController().signal);
    }
  }

  it('of a digest that was never closed are in the next one', async () => {
    await newPolicy({ email: [{ id: address }] });
    await fail(7);
    await send();
    await api.core.database.transaction((tx) =>
      tx.deleteFrom('tasks').where('queue', '=', 'notification-digests').execute(),
    );
    await pass(24 * 60 * MINUTE + MINUTE + 1);
    await fail(1);
    await pass(MINUTE);
    assert.deepEqual(
      alertsOf().map((ids) => ids.length),
      [1, 1, 1, 1, 1, 3],
    );
  });

  it('stay in the history if a digest cannot be delivered, and are resent one by one', async () => {
    const chat = await newWebhook(CHAT);
    const policy = await newPolicy({ webhooks: [{ id: chat }] });
    const alerts = await fail(8);
    await send();
    await api.clock.advance(MINUTE);
    await runQueue(api.core, api.clock, 'notification-digests');
    receiver.respond(410);
    const queue = api.core.modules
      .flatMap(({ queues }) => queues)
      .find((each) => each.name === 'notification-delivery');
    const row = await api.core.database.read
      .selectFrom('tasks')
      .selectAll()
      .where('queue', '=', 'notification-delivery')
      .executeTakeFirstOrThrow();
    const task = { id: row.id, payload: JSON.parse(row.payload), attempt: 1 };
    await assert.rejects(async () => queue?.run(task, new AbortController().signal), /410/);
    await api.core.database.transaction(async (tx) => {
      await queue?.onDeadLetter?.(tx as never, task, 'it returned status 410');
      await tx.deleteFrom('tasks').where('id', '=', row.id).execute();
    });
    receiver.respond(200);
    const failed = await api.call('GET', `${path('history')}?status=failed&policy_id=${policy}`);
    assert.equal(failed.body.result.length, 3);
    const before = callsOf(CHAT).length;
    for (const { id } of failed.body.result) {
      const { status } = await api.call('POST', path(`history/${id}/resend`));
      assert.equal(status, 200);
    }
    await send();
    const texts = callsOf(CHAT)
      .slice(before)
      .map(({ body }) => body.text);
    assert.equal(texts.length, 3);
    const resent = alerts.filter(({ poolName }) =>
      texts.some((text) => text.includes(`Pool ${poolName} is`)),
    );
    assert.equal(resent.length, 3);
  });
});
