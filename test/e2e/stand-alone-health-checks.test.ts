import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LoopbackServer, startServer } from '../../src/outbound/loopback-server.fixture.ts';
import { startAlertReceivers } from '../support/alert-receivers.ts';
import { eventually } from '../support/eventually.ts';
import { api } from '../support/node-client.ts';
import { nodeHome } from '../support/node-process.ts';

interface Event {
  readonly status: string;
  readonly previous_status: string;
  readonly failure_reason: string;
}

describe('stand-alone health checks of a node', () => {
  it('notice that an origin fails and recovers, keep it in the history, and notify', async (test) => {
    let status = 200;
    const origin: LoopbackServer = await startServer((_, response) => {
      response.writeHead(status).end('ok');
    });
    test.after(() => origin.stop());
    const receivers = await startAlertReceivers();
    test.after(() => receivers.stop());
    // Without an edge, which this test does not need.
    const home = await nodeHome({ ...receivers.settings, PALISADE_ROLES: 'api,worker' });
    test.after(() => home.remove());
    const node = await home.start();
    const [account] = await api(node, 'GET', '/accounts');
    const body = { name: 'health.test', account: { id: account.id } };
    const zone = await api(node, 'POST', '/zones', body);
    const base = `/zones/${zone.id}/healthchecks`;
    const { id } = await api(node, 'POST', base, {
      name: 'shop',
      address: '127.0.0.1',
      interval: 3600,
      timeout: 10,
      http_config: { port: origin.port },
    });
    const alerting = `/accounts/${account.id}/alerting/v3`;
    const webhook = await api(node, 'POST', `${alerting}/destinations/webhooks`, {
      name: 'receiver',
      url: receivers.webhook('/shop'),
    });
    await api(node, 'POST', `${alerting}/policies`, {
      name: 'Health of the shop',
      alert_type: 'health_check_status_notification',
      enabled: true,
      filters: { health_check_id: [id], status: ['Unhealthy', 'Healthy'] },
      mechanisms: { email: [{ id: 'ops@shop.test' }], webhooks: [{ id: webhook.id }] },
    });
    const until = (wanted: string) =>
      eventually(
        `the status is ${wanted}`,
        async () => (await api(node, 'GET', `${base}/${id}`)).status === wanted,
      );
    /** A changed health check probes at once instead of after its interval. */
    const probe = () => api(node, 'PATCH', `${base}/${id}`, { description: `with ${status}` });

    await until('healthy');
    status = 503;
    await probe();
    await until('unhealthy');
    status = 200;
    await probe();
    await until('healthy');

    const events: readonly Event[] = await api(node, 'GET', `${base}/events?healthcheck_id=${id}`);
    assert.deepEqual(
      events.map((event) => [event.previous_status, event.status, event.failure_reason]),
      [
        ['unhealthy', 'healthy', ''],
        ['healthy', 'unhealthy', 'Response code mismatch error'],
        ['unknown', 'healthy', ''],
      ],
    );
    await eventually(
      'both messages have arrived on both ways',
      () => receivers.calls.length >= 2 && receivers.mails.length >= 2,
    );
    const [failure, recovery] = receivers.calls;
    assert.deepEqual(
      [failure?.data['status'], failure?.data['health_check_name'], failure?.data['zone']],
      ['Unhealthy', 'shop', 'health.test'],
    );
    assert.equal(failure?.alert_event, 'ALERT_STATE_EVENT_START');
    assert.equal(recovery?.alert_event, 'ALERT_STATE_EVENT_END');
    assert.equal(recovery?.alert_correlation_id, failure?.alert_correlation_id);
    const [mail] = receivers.mails;
    assert.match(mail?.mail.subject ?? '', /\[Unhealthy\] shop/);
    for (const fact of ['shop', '127.0.0.1', 'Response code mismatch error', 'health.test']) {
      assert.ok(mail?.mail.text?.includes(fact), `${fact}: ${mail?.mail.text}`);
    }
    assert.equal(await node.end(), 0);
  });
});
